// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.OrText;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Factor;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.TimeOfDay;
import io.fleetload.schedule.DayCurve;
import io.fleetload.schedule.DayCurve.DayPoint;
import io.fleetload.schedule.DayFile;
import io.fleetload.schedule.RateCourse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Course of a flow's rate over a day, which is repeated in a run of several days.
 *
 * @param shape the name of a known one; or null
 * @param hours the factor by time of day; or null
 * @param file the same as lines of a file; or null
 * @param from time of day at which the measured phase begins
 * @param lasts how long a day lasts in the run
 */
@OrText(DayPattern.EXPECTED)
public record DayPattern(
    @Doc(
            value =
                "night: few messages from 23h to 5h; rushHours: most at 8h and at 17h30m, few at"
                    + " night",
            form = DayPattern.SHAPES,
            expected = "night or rushHours")
        String shape,
    @Doc("the part of the rate at each time of day, such as { 0h: 20%, 7h: 100% }; linear between")
        Map<String, Factor> hours,
    @Doc("the same as a CSV file with the header time,factor and lines such as 7h30m,100%")
        FileBesideProfile file,
    @Doc(value = "time of day at which measuring begins", byDefault = "0h") TimeOfDay from,
    @Doc(value = "how long a day lasts in the run; with 24m a minute is an hour", byDefault = "24h")
        Span lasts) {

  /** Form of a day, in words. */
  static final String EXPECTED =
      "night, rushHours, or a mapping with one of shape, hours, file, and with from, lasts";

  static final String SHAPES = "night|rushHours";

  private static final Map<String, Map<String, Factor>> KNOWN =
      Map.of(
          "night", hours("0h", 10, "5h", 10, "7h", 100, "21h", 100, "23h", 10),
          "rushHours",
              hours(
                  "0h", 10, "5h", 10, "8h", 100, "10h", 50, "15h", 50, "17h30m", 100, "20h", 40,
                  "23h", 10));

  private static final int MOST_PIECES = 100_000;
  private static final long SECOND = 1_000_000_000L;

  /** Reads a day from a mapping. */
  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public DayPattern {
    from = from == null ? new TimeOfDay(0) : from;
    lasts = lasts == null ? new Span(DayCurve.DAY) : lasts;
  }

  /** Reads a day from the name of its shape. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static DayPattern of(String shape) {
    return new DayPattern(shape, null, null, null, null);
  }

  /**
   * The arrival rate of the measured phase. Of a pattern that {@link #check} refuses it is
   * constant.
   *
   * @param rate at factor 100 %, msg/s
   * @param length of the measured phase
   */
  RateCourse course(double rate, Span length) {
    try {
      return curve("", length)
          .course(rate, from.nanos() % DayCurve.DAY, lasts.nanos(), length.nanos());
    } catch (UsageException e) {
      return new RateCourse(List.of(RateCourse.CoursePiece.constant(length.nanos(), rate)));
    }
  }

  /**
   * Says what is wrong with it.
   *
   * @param path its key path
   * @param measure length of the measured phase; null if the profile does not say it
   */
  public void check(String path, Span measure, ProfileChecks checks) {
    checks.file(
        path,
        () -> {
          var unused = curve(path, measure);
        });
  }

  /**
   * Its curve.
   *
   * @throws UsageException with one line that names the key, if a run cannot follow it
   */
  private DayCurve curve(String path, Span measure) throws UsageException {
    List<String> given = given();
    if (given.isEmpty()) {
      throw new UsageException(
          path + ": says nothing of the rate, expected one of shape, hours, file");
    }
    if (given.size() > 1) {
      throw new UsageException(
          "%s.%s: is given together with %s, expected one of shape, hours, file"
              .formatted(path, given.get(1), given.get(0)));
    }
    if (lasts.nanos() < SECOND) {
      throw new UsageException(
          "%s.lasts: found \"%s\", expected 1s or longer".formatted(path, lasts));
    }
    DayCurve curve = curve(path);
    if (measure != null && curve.pieces(lasts.nanos(), measure.nanos()) > MOST_PIECES) {
      throw new UsageException(
          "%s.lasts: found \"%s\", expected longer: in a run of %s these days have more than %s points together"
              .formatted(path, lasts, measure, MOST_PIECES));
    }
    return curve;
  }

  private List<String> given() {
    List<String> given = new ArrayList<>();
    if (shape != null) {
      given.add("shape");
    }
    if (hours != null) {
      given.add("hours");
    }
    if (file != null) {
      given.add("file");
    }
    return given;
  }

  private DayCurve curve(String path) throws UsageException {
    if (file != null) {
      return DayFile.read(new UserFile(path + ".file", file.path()));
    }
    if (hours != null) {
      return curve(hours, path + ".hours");
    }
    if (!KNOWN.containsKey(shape)) {
      throw new UsageException(path + ": found \"" + shape + "\", expected " + EXPECTED);
    }
    return curve(KNOWN.get(shape), path);
  }

  private static DayCurve curve(Map<String, Factor> hours, String path) throws UsageException {
    if (hours.isEmpty()) {
      throw new UsageException(
          path + ": is empty, expected times of day with their factors such as { 7h: 100% }");
    }
    SortedMap<Long, DayPoint> points = new TreeMap<>();
    for (Map.Entry<String, Factor> each : hours.entrySet()) {
      String key = path + "." + each.getKey();
      try {
        long nanos = TimeOfDay.parse(each.getKey()).nanos();
        if (points.put(nanos, new DayPoint(nanos, each.getValue().asNumber())) != null) {
          throw new UsageException(key + ": is the time of another entry, expected each time once");
        }
      } catch (IllegalArgumentException e) {
        throw new UsageException(key + ": " + e.getMessage());
      }
    }
    return new DayCurve(List.copyOf(points.values()));
  }

  private static Map<String, Factor> hours(Object... pairs) {
    Map<String, Factor> hours = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      hours.put((String) pairs[i], new Factor((Integer) pairs[i + 1]));
    }
    return hours;
  }

  @Override
  public String toString() {
    return shape != null ? shape : file != null ? file.name() : "hours";
  }
}
