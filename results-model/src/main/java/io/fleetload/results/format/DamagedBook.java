// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.format;

/** A part of a book that is read when it is needed is not what a run wrote. */
public final class DamagedBook extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** With one line: what is wrong with it. */
  public DamagedBook(String message, Throwable cause) {
    super(message, cause);
  }
}
