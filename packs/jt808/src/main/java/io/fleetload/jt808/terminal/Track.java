// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.profile.Flow;
import io.fleetload.profile.key.ProfileChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Way that a terminal drives. */
public interface Track {
  /**
   * A terminal at one time.
   *
   * @param latitude millionths of a degree
   * @param longitude millionths of a degree
   * @param altitude m
   * @param speed 0.1 km/h
   * @param direction degrees from north, clockwise
   */
  record Place(int latitude, int longitude, int altitude, int speed, int direction) {}

  /**
   * The place of a terminal.
   *
   * @param step how many of the flow's rounds it has behind it
   */
  Place at(int terminal, long step);

  /** Reason why a file is not a track. */
  final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String why) {
      super(why);
    }
  }

  /**
   * The track that a flow of locations asks for.
   *
   * @param flow its name
   * @throws UsageException if its file cannot be read, or a line of it is no place
   */
  static Track of(String flow, Jt808Flow.Location location) throws UsageException {
    try {
      return askedFor(location);
    } catch (Unusable e) {
      throw new UsageException(key(flow) + ": " + e.getMessage());
    }
  }

  /** Looks whether the tracks that a profile asks for are some. */
  static void check(Jt808Profile profile, ProfileChecks checks) {
    Flow.of(Jt808Flow.Location.class, profile.flows())
        .forEach(
            (name, location) -> {
              try {
                askedFor(location);
              } catch (Unusable e) {
                checks.problem(key(name), e.getMessage());
              }
            });
  }

  private static String key(String flow) {
    return "flows." + flow + ".track";
  }

  private static Track askedFor(Jt808Flow.Location location) throws Unusable {
    return location.track() == null
        ? generated()
        : new FileTrack(FileTrack.read(location.track().path()));
  }

  /** Every terminal drives round in a circle of its own, 5 km wide, at 60 km/h. */
  static Track generated() {
    Place[] circle = new Place[360];
    double radius = 0.0225;
    for (int degree = 0; degree < circle.length; degree++) {
      double angle = Math.toRadians(degree);
      circle[degree] =
          new Place(
              (int) Math.round(radius * Math.cos(angle) * 1e6),
              (int) Math.round(radius * Math.sin(angle) * 1e6),
              10 + degree / 36,
              600,
              (degree + 90) % 360);
    }
    return (terminal, step) -> {
      Place at = circle[(int) ((terminal * 7L + step) % circle.length)];
      int south = 22_000_000 + terminal / 1_000 % 1_000 * 20_000;
      int west = 73_000_000 + terminal % 1_000 * 60_000;
      return new Place(
          south + at.latitude, west + at.longitude, at.altitude, at.speed, at.direction);
    };
  }

  /** Places of a file, driven along again and again. */
  record FileTrack(List<Place> places) implements Track {
    private static final String LINE =
        "latitude,longitude,altitude,speed,direction, such as 31.230416,121.473701,10,60.0,90";
    private static final int FIELDS = 5;
    private static final String BYTE_ORDER_MARK = "\ufeff";

    /** A year of one place a minute. */
    private static final long MOST_BYTES = 32L << 20;

    @Override
    public Place at(int terminal, long step) {
      return places.get((int) ((terminal * 7L + step) % places.size()));
    }

    static List<Place> read(Path file) throws Unusable {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        throw new Unusable(
            "%s cannot be read; write a file by its path from the profile's directory"
                .formatted(file));
      }
      List<String> lines;
      try {
        String text = new UserFile(null, file).text(MOST_BYTES);
        lines = (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).lines().toList();
      } catch (UsageException e) {
        throw new Unusable(e.getMessage());
      }
      List<Place> places = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          places.add(place(line, file + " line " + (i + 1)));
        }
      }
      if (places.isEmpty()) {
        throw new Unusable("%s has no place; expected lines of %s".formatted(file, LINE));
      }
      return List.copyOf(places);
    }

    private static Place place(String line, String where) throws Unusable {
      String[] fields = line.split(",", -1);
      try {
        if (fields.length == FIELDS) {
          return new Place(
              within(fields[0], 1e6, 90_000_000),
              within(fields[1], 1e6, 180_000_000),
              within(fields[2], 1, 0xffff),
              within(fields[3], 10, 0xffff),
              within(fields[4], 1, 359));
        }
      } catch (NumberFormatException e) {
        // It is said below.
      }
      String separator = fields.length == 1 ? "; write commas between the values" : "";
      throw new Unusable("%s is \"%s\", expected %s%s".formatted(where, line, LINE, separator));
    }

    private static int within(String text, double unit, int most) {
      double value = Double.parseDouble(text.strip()) * unit;
      if (!(value >= 0 && value <= most)) {
        throw new NumberFormatException(text);
      }
      return (int) Math.round(value);
    }
  }
}
