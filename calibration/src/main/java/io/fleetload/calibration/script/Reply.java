// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

/** The server's replies to a message, and the outcome that the device must count for each. */
public enum Reply {
  /** The reply that the flow wants: 2.04, with the command if one is waited for. */
  OK(null),
  /** 5.03. The message is passed on to the backend nevertheless: delivered, though unconfirmed. */
  SERVICE_UNAVAILABLE("protocol.5.03"),
  /** 4.04. */
  NOT_FOUND("protocol.4.04"),
  /** A reset in place of an answer. */
  RESET("transport.reset"),
  /** Nothing, not even an acknowledgement, for longer than the device waits. */
  SILENCE("transport.timeout"),
  /** 2.04 to a query, without a command. */
  NO_COMMAND("backend.missingCommand"),
  /** 2.04 to a query, with a command that carries no stamp. */
  FOREIGN_COMMAND("backend.foreignCommand"),
  /** 2.04 to a query, with the command of the device's query before it. */
  LATE_COMMAND("backend.lateCommand");

  private final String cause;

  Reply(String cause) {
    this.cause = cause;
  }

  /**
   * The cause under which a device has to count the message as failed; null if it has not failed.
   */
  public String cause() {
    return cause;
  }

  /** Returns whether a message answered so reaches the backend. */
  public boolean passesOn() {
    return switch (this) {
      case OK, SERVICE_UNAVAILABLE, NO_COMMAND, FOREIGN_COMMAND, LATE_COMMAND -> true;
      case NOT_FOUND, RESET, SILENCE -> false;
    };
  }

  /** Returns whether the device gets nothing at all. */
  public boolean silent() {
    return this == SILENCE;
  }
}
