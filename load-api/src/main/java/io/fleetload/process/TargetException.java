package io.fleetload.process;

/** The target cannot be reached or is not ready; the message is one line for the user. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one line: what is wrong, at which host and port, what to do. */
  public TargetException(String message) {
    super(message);
  }
}
