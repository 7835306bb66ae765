// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.List;

/**
 * The profile that another one extends.
 *
 * @param base its file name
 * @param keys the paths of the keys that the other one has from it; a section that is wholly from
 *     it is one key
 */
public record ProfileExtension(String base, List<String> keys) {
  private static final int LONGEST = 2_000;

  /** Copies what it is given. */
  public ProfileExtension {
    keys = List.copyOf(keys);
  }

  /** Text form for a sentence: {@code base.yaml, which gives run, devices.timeout}. */
  @Override
  public String toString() {
    return keys.isEmpty()
        ? base + ", which gives no key"
        : ValueText.of(base + ", which gives " + String.join(", ", keys), LONGEST);
  }
}
