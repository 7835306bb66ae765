// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.history;

import io.fleetload.ngsi.embedded.entity.Instance;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

/** Times as the API writes them, in µs since 1970. */
public final class Times {
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Times() {}

  /** Empty if the text is no date with a time and an offset. */
  public static OptionalLong read(String text) {
    try {
      // The parameter of a URL may bring a space where it meant a plus.
      Instant instant = OffsetDateTime.parse(text.replace(' ', '+')).toInstant();
      return OptionalLong.of(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
    } catch (DateTimeParseException e) {
      return OptionalLong.empty();
    }
  }

  /** With six digits of the second, as Scorpio does; an empty text for an unknown one. */
  public static String text(long microseconds) {
    return microseconds == Instance.UNKNOWN
        ? ""
        : MICROSECONDS.format(Instant.EPOCH.plus(microseconds, ChronoUnit.MICROS));
  }
}
