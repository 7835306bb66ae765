// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import io.fleetload.results.format.ExitCode;

/**
 * The target cannot be reached or is not ready, or a run lost it or one of its tools; the message
 * is one line for the user.
 */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  /** With one line: what is wrong, at which host and port, what to do. */
  public TargetException(String message) {
    this(ExitCode.TARGET_NOT_READY, message);
  }

  /**
   * Of a run that was going on.
   *
   * @param code says who is gone
   * @param message one line: who, how, since when, where to look
   */
  public TargetException(ExitCode code, String message) {
    super(message);
    this.code = code;
  }

  /** The exit code and status that go with it. */
  public ExitCode code() {
    return code;
  }
}
