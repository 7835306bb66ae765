// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

/** A load test or its target could not be run; there is no result. The message is for the user. */
public final class LoadTestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Verdict verdict;

  LoadTestException(Verdict verdict, String message) {
    this(verdict, message, null);
  }

  LoadTestException(Verdict verdict, String message, Throwable cause) {
    super(message, cause);
    this.verdict = verdict;
  }

  /** Returns the kind of failure, such as {@link Verdict#WRONG_USAGE}. */
  public Verdict verdict() {
    return verdict;
  }
}
