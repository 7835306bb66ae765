// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/** What is wrong with JSON or CSV, in one line. */
public final class JsonFault {
  private JsonFault() {}

  public static String of(JsonProcessingException fault) {
    JsonLocation at = fault.getLocation();
    String what = fault.getOriginalMessage().lines().findFirst().orElse("cannot be read").strip();
    return at == null
        ? what
        : "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), what);
  }
}
