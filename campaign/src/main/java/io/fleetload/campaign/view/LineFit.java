// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import java.util.List;

/**
 * Puts as much into a line as fits. What does not fit is left out whole: 12 is a wrong figure where
 * 1234 was cut off.
 */
final class LineFit {
  private LineFit() {}

  /** The first of these parts that fit, the very first cut off if need be. */
  static String into(int width, String separator, List<String> parts) {
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      String more = line.isEmpty() ? part : separator + part;
      if (line.length() + more.length() > width) {
        break;
      }
      line.append(more);
    }
    return line.isEmpty() && !parts.isEmpty() ? cut(width, parts.get(0)) : line.toString();
  }

  /** A name cut off at the width. */
  static String cut(int width, String name) {
    return name.substring(0, Math.min(Math.max(width, 0), name.length()));
  }
}
