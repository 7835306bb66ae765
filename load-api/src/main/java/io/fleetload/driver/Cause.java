// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** Reason for which a message failed: a small closed set, so that causes can be counted. */
public sealed interface Cause {
  /** The cause as one word in the books, for example {@code protocol.5.03}. */
  String key();

  /** Meaning of the cause, as a part of a sentence. */
  String meaning();

  /** The wire: no answer, a reset, no session. */
  enum Transport implements Cause {
    HANDSHAKE("handshake", "the session could not be opened"),
    TIMEOUT("timeout", "no outcome came within the time allowed"),
    RESET("reset", "the target rejected the message"),
    DISCONNECTED(
        "disconnected", "the session ended before the outcome, or there was none to send with"),
    UNREACHABLE("unreachable", "the network of this host refused to carry the message"),
    OTHER("other", "something else went wrong below the protocol");

    private final String key;
    private final String meaning;

    Transport(String word, String meaning) {
      this.key = "transport." + word;
      this.meaning = meaning;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public String meaning() {
      return meaning;
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

    @Override
    public String meaning() {
      return "the target answered with the error " + code;
    }
  }

  /**
   * The target refused it, as a limit does that the profile expects.
   *
   * @param code the code as the protocol writes it, for example {@code 4.29}
   */
  record Refusal(String code) implements Cause {
    /** Begins the keys of all such causes. */
    public static final String KEY = "refused.";

    @Override
    public String key() {
      return KEY + code;
    }

    @Override
    public String meaning() {
      return "the target refused it with " + code + ", as a limit does that the profile expects";
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

    @Override
    public String meaning() {
      return "fewer responses came than the message has";
    }
  }

  /** The backend's part of the exchange went wrong. */
  enum Backend implements Cause {
    MISSING_COMMAND("missingCommand", "the query was answered without a command"),
    LATE_COMMAND("lateCommand", "the query was answered with the command of an earlier query"),
    FOREIGN_COMMAND("foreignCommand", "the command carried no stamp of this run"),
    MISDELIVERED_COMMAND("misdeliveredCommand", "the command was for another device");

    private final String key;
    private final String meaning;

    Backend(String word, String meaning) {
      this.key = "backend." + word;
      this.meaning = meaning;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public String meaning() {
      return meaning;
    }
  }
}
