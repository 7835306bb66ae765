// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.quantity.Factor;
import io.fleetload.quantity.TimeOfDay;
import io.fleetload.schedule.DayCurve.DayPoint;
import java.util.ArrayList;
import java.util.List;

/** Reads the curve of a day from a file of lines with a time of day and a factor. */
public final class DayFile {
  private static final String HEADER = "time,factor";
  private static final String EXPECTED =
      "expected the header " + HEADER + " and then lines such as 7h30m,100%";

  private DayFile() {}

  /**
   * Reads a file.
   *
   * @throws UsageException with one line that names the key, the file and the line
   */
  public static DayCurve read(UserFile file) throws UsageException {
    List<String> lines =
        file.text(UserFile.SHORT).replace("\uFEFF", "").lines().map(String::strip).toList();
    if (lines.isEmpty() || !lines.get(0).replace(" ", "").equals(HEADER)) {
      throw file.wrong(
          lines.isEmpty() || lines.get(0).isEmpty()
              ? "is empty, " + EXPECTED
              : "line 1: found \"%s\", %s".formatted(shown(lines.get(0)), EXPECTED));
    }
    List<DayPoint> points = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isEmpty()) {
        points.add(point(lines.get(i), file, i + 1));
        later(points, file, i + 1);
      }
    }
    if (points.isEmpty()) {
      throw file.wrong("has no line after its header, " + EXPECTED);
    }
    return new DayCurve(points);
  }

  private static DayPoint point(String line, UserFile file, int number) throws UsageException {
    String[] cells = line.split(",", -1);
    if (cells.length != 2) {
      throw file.wrong(
          "line %s: found \"%s\", expected a time, a comma and a factor, such as 7h30m,100%%"
              .formatted(number, shown(line)));
    }
    try {
      return new DayPoint(
          TimeOfDay.parse(shown(cells[0])).nanos(), Factor.parse(shown(cells[1])).asNumber());
    } catch (IllegalArgumentException e) {
      throw file.wrong("line %s: %s".formatted(number, e.getMessage()));
    }
  }

  private static void later(List<DayPoint> points, UserFile file, int number)
      throws UsageException {
    int last = points.size() - 1;
    if (last > 0 && points.get(last).nanos() <= points.get(last - 1).nanos()) {
      throw file.wrong(
          "line %s: its time is not after that of the line before; sort the lines by time"
              .formatted(number));
    }
  }

  private static String shown(String line) {
    return line.length() > 80 ? line.substring(0, 80) + "…" : line;
  }
}
