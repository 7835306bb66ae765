// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.profile.key.Doc;
import java.util.List;

/** Name and seed of the run. */
public record Run(
    @Doc(
            value = "names the run and its results directory",
            required = true,
            form = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
            expected = "letters, digits, dot, dash and underscore, 64 at most")
        String name,
    @Doc(value = "seed of everything random in the run", byDefault = "1") Long seed,
    @Doc(
            value =
                "hosts of the target that you may load, though they are not this one; run and"
                    + " find-limit send any other host a small load at most",
            byDefault = "none: at most 100 sessions and 100 messages/s",
            expected = "a list of names or IP addresses")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> mayLoad) {

  /** Fills in what the profile leaves open. */
  public Run {
    seed = seed == null ? 1L : seed;
    mayLoad = mayLoad == null ? List.of() : List.copyOf(mayLoad);
  }
}
