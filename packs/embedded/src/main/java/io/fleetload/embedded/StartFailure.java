// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

/** The reason why a server is not up, in one line that says what to change. */
public final class StartFailure extends Exception {
  private static final long serialVersionUID = 1;

  public StartFailure(String line, Throwable cause) {
    super(line.replaceAll("\\s+", " ").strip(), cause);
  }

  /**
   * A port on which the server cannot listen.
   *
   * @param at host and port
   * @param option that takes another one
   */
  public static StartFailure notListening(String at, String option, Throwable cause) {
    return new StartFailure(
        "cannot listen on %s (%s); another port: %s, 0 for one that is free"
            .formatted(at, innermost(cause).getMessage(), option),
        cause);
  }

  private static Throwable innermost(Throwable e) {
    return e.getCause() == null ? e : innermost(e.getCause());
  }
}
