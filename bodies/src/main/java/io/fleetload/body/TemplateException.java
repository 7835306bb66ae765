// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.fleetload.process.UsageException;

/** A template or a file of data is wrong; one line for the user, without the key that has it. */
public final class TemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one line: what is wrong and what to write instead. */
  public TemplateException(String message) {
    super(message);
  }

  /** A fault of JSON or CSV, with its line and column. */
  static TemplateException of(String before, JsonProcessingException fault) {
    JsonLocation at = fault.getLocation();
    String what = fault.getOriginalMessage().lines().findFirst().orElse("cannot be read").strip();
    String where =
        at == null ? "" : "line %s, column %s: ".formatted(at.getLineNr(), at.getColumnNr());
    return new TemplateException(before + where + what);
  }

  /** The same line with the key in front. */
  public UsageException at(String key) {
    return new UsageException(key + ": " + getMessage());
  }
}
