// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One part of a run that several processes share, written {@code 2/5}. All shards follow the
 * schedule of the whole run, so a message's number means the same message in every book. Session s
 * is of shard i of k where {@code s mod k = i - 1}, and so are the devices with messages that it
 * carries: device d where each has session d of its own, or those behind gateway s.
 *
 * @param number which one, from 1
 * @param of how many there are
 */
public record Shard(int number, int of) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,6})(\\+1)?/([0-9]{1,6})");

  /** A run that is not split. */
  public static final Shard WHOLE = new Shard(1, 1);

  /** Refuses a shard that cannot be. */
  public Shard {
    if (number < 1 || number > of) {
      throw new IllegalArgumentException(
          "found \"%s/%s\", expected a shard from 1/%s to %s/%s"
              .formatted(number, of, Math.max(1, of), Math.max(1, of), Math.max(1, of)));
    }
  }

  /** Returns whether a session, by its index, is of this shard. */
  public boolean has(int session) {
    return session % of == number - 1;
  }

  /** Number of the first so many sessions that are of this shard. */
  public int share(int sessions) {
    return sessions < number ? 0 : (sessions - number) / of + 1;
  }

  /** Directory of the book of this part of the device side, below the directory of its run. */
  public Path deviceDirectory(Path run) {
    return run.resolve("shard-" + number);
  }

  /** Directory of the book of this one of several backends, below the directory of its run. */
  public Path backendDirectory(Path run) {
    return run.resolve("backend-" + number);
  }

  /**
   * Reads a shard. {@code 0+1/5} is the first of five: a pod of an Indexed Job knows its number
   * from 0, and no program in its image adds one to that.
   *
   * @throws IllegalArgumentException if the text is not a shard
   */
  @JsonCreator
  public static Shard parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw mistake(text);
    }
    int number = Integer.parseInt(parts.group(1)) + (parts.group(2) == null ? 0 : 1);
    return new Shard(number, Integer.parseInt(parts.group(3)));
  }

  private static IllegalArgumentException mistake(String text) {
    return new IllegalArgumentException("found \"" + text + "\", expected a shard such as 2/5");
  }

  @Override
  @JsonValue
  public String toString() {
    return number + "/" + of;
  }
}
