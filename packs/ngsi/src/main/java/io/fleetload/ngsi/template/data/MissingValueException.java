// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

/** A message lacks a value that its template asks for, so that it cannot be sent. */
public final class MissingValueException extends Exception {
  private static final long serialVersionUID = 1L;

  /** A file of data that is read once has no row left. */
  public static final String EXHAUSTED = "data.exhausted";

  /** No answer had the header that was to be saved. */
  public static final String UNSAVED = "data.unsaved";

  private final String cause;

  /** Without a stack trace: it may happen with every message. */
  public MissingValueException(String cause, String message) {
    super(message, null, false, false);
    this.cause = cause;
  }

  /** The cause as the books have it: {@link #EXHAUSTED} or {@link #UNSAVED}. */
  public String causeKey() {
    return cause;
  }
}
