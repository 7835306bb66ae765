// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;

/** Name and seed of the run. */
public record Run(
    @Doc(
            value = "names the run and its results directory",
            required = true,
            form = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
            expected = "letters, digits, dot, dash and underscore, 64 at most")
        String name,
    @Doc(value = "seed of everything random in the run", byDefault = "1") Long seed) {

  /** Fills in what the profile leaves open. */
  public Run {
    seed = seed == null ? 1L : seed;
  }
}
