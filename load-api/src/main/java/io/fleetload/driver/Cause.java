// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** Why a message failed: a small closed set, so that causes can be counted. */
public sealed interface Cause {
  /** The cause as one word in the books, for example {@code protocol.5.03}. */
  String key();

  /** The wire: no answer, a reset, no session. */
  enum Transport implements Cause {
    /** The session could not be opened. */
    HANDSHAKE("handshake"),
    /** No outcome within the time allowed. */
    TIMEOUT("timeout"),
    /** The peer rejected the message. */
    RESET("reset"),
    /** The session ended before the outcome, or there was none to send with. */
    DISCONNECTED("disconnected"),
    /** The local network refused to carry it. */
    UNREACHABLE("unreachable"),
    /** Anything else below the protocol. */
    OTHER("other");

    private final String key;

    Transport(String word) {
      this.key = "transport." + word;
    }

    @Override
    public String key() {
      return key;
    }
  }

  /**
   * The target answered with an error code.
   *
   * @param code the code as the protocol writes it, for example {@code 5.03}
   */
  record Protocol(String code) implements Cause {
    @Override
    public String key() {
      return "protocol." + code;
    }
  }

  /** The target said that it went well, and its answer is not whole. */
  enum Answer implements Cause {
    /** Fewer responses came than the message has. */
    MISSING_RESPONSES;

    @Override
    public String key() {
      return "answer.missingResponses";
    }
  }

  /** The backend's part of the exchange went wrong. */
  enum Backend implements Cause {
    /** The query was answered without a command. */
    MISSING_COMMAND("missingCommand"),
    /** The query was answered with the command of an earlier query. */
    LATE_COMMAND("lateCommand"),
    /** The command carried no stamp of this run. */
    FOREIGN_COMMAND("foreignCommand");

    private final String key;

    Backend(String word) {
      this.key = "backend." + word;
    }

    @Override
    public String key() {
      return key;
    }
  }
}
