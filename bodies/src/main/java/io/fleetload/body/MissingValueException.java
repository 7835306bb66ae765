// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

/** A message lacks a value that its template asks for, so that it cannot be sent. */
public final class MissingValueException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String cause;

  /** Without a stack trace: it may happen with every message. */
  private MissingValueException(String cause, String message) {
    super(message, null, false, false);
    this.cause = cause;
  }

  /** A file of data that is read once has no row left. */
  static MissingValueException exhausted(String data) {
    return new MissingValueException("data.exhausted", "the data " + data + " have no row left");
  }

  /** No answer had the header that was to be saved. */
  static MissingValueException unsaved(String name) {
    return new MissingValueException("data.unsaved", "nothing was saved as " + name);
  }

  /** The cause as the books have it. */
  public String causeKey() {
    return cause;
  }
}
