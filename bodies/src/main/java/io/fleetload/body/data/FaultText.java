// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/** Texts and faults of a user's file, short enough for an error of one line. */
public final class FaultText {
  private static final int LONGEST = 60;
  private static final String NO_TOKEN = "Non-standard token ";

  private FaultText() {}

  /** The beginning of a text. */
  public static String of(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  /** A fault of JSON or CSV, with its line and column. */
  public static String of(JsonProcessingException fault) {
    JsonLocation at = fault.getLocation();
    String what = fault.getOriginalMessage().lines().findFirst().orElse("cannot be read").strip();
    // The library says here how to configure it.
    int options = what.startsWith(NO_TOKEN) ? what.indexOf(": enable") : -1;
    if (options > 0) {
      String token = what.substring(NO_TOKEN.length(), options);
      what = "write a number, null or a text in quotes, not " + token;
    }
    String where =
        at == null ? "" : "line %s, column %s: ".formatted(at.getLineNr(), at.getColumnNr());
    return where + what;
  }
}
