// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.calibration.check.Check;
import java.util.ArrayList;
import java.util.List;

/** Checks as lines of text, in columns. */
final class CheckTable {
  private static final String LINE = "  %-58s %21s %12s %20s  %s";

  private CheckTable() {}

  static List<String> of(List<Check> checks) {
    List<String> lines = new ArrayList<>();
    lines.add(LINE.formatted("check", "done", "reported", "difference", "").stripTrailing());
    for (Check each : checks) {
      lines.add(
          LINE.formatted(
              each.what(), each.done(), each.reported(), each.difference(), each.outcome().word()));
    }
    return lines;
  }
}
