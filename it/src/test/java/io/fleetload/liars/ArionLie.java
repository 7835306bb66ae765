// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

/** A lie of a server of neighbor rules, and the figure that names it. */
enum ArionLie {
  NONE(null, null),
  SESSION_REFUSED(Subject.SESSION, "/devices/notConnected"),

  LOST(Subject.WRITE, "/ledger/lost"),
  LOST_AT_ONE_WATCHER(Subject.WRITE, "/ledger/lost"),
  TWICE(Subject.WRITE, "/ledger/duplicate"),
  REORDERED(Subject.WRITE_OF_ONE_CLIENT, "/ledger/outOfOrder"),
  OTHER_GROUP(Subject.WRITE, "/ledger/misdelivered"),
  OTHER_KEY(Subject.WRITE, "/ledger/misdelivered"),
  OTHER_TIME(Subject.WRITE, "/ledger/altered"),
  OTHER_CLIENT(Subject.WRITE, "/ledger/altered"),
  OTHER_PERIOD(Subject.WRITE, "/ledger/altered"),
  OTHER_GROUP_NAMED(Subject.WRITE, "/ledger/altered"),
  INVENTED(Subject.WRITE, "/ledger/invented"),
  OTHER_RUN(Subject.WRITE, "/ledger/foreign"),
  WITHOUT_STAMP(Subject.WRITE, "/ledger/unstamped"),
  MARKER_OF_ANOTHER_GROUP(Subject.MARKER, "/ledger/unstamped"),
  UNCONFIRMED(Subject.WRITE, "/ledger/deliveredUnconfirmed"),
  WITHOUT_STATUS(Subject.WRITE, "/flows/write/failedBy/protocol.answer.empty"),
  NOT_WRITTEN(Subject.WRITE_OF_ONE_RULE, "/flows/readBack/failedBy/transport.timeout"),
  DELETION_LOST(Subject.DELETION, "/ledger/lost"),
  DELETION_TWICE(Subject.DELETION, "/ledger/duplicate"),
  DELETION_OTHER_HOST(Subject.DELETION, "/ledger/altered"),

  BACK_OTHER_KEY(Subject.READ_BACK, "/flows/readBack/failedBy/protocol.answer.otherRule"),
  BACK_OTHER_TIME(Subject.READ_BACK, "/flows/readBack/failedBy/protocol.answer.altered"),

  READ_EMPTY(Subject.READ, "/flows/read/failedBy/protocol.answer.empty"),
  READ_CUT(Subject.READ, "/flows/read/failedBy/protocol.answer.unreadable"),
  READ_LESS(Subject.READ, "/flows/read/failedBy/protocol.answer.incomplete"),
  READ_MORE(Subject.READ, "/flows/read/failedBy/protocol.answer.tooMany"),
  READ_TWICE(Subject.READ, "/flows/read/failedBy/protocol.answer.tooMany"),
  READ_REPEATED(Subject.READ, "/flows/read/failedBy/protocol.answer.otherRule"),
  READ_OTHER_KEY(Subject.READ, "/flows/read/failedBy/protocol.answer.otherRule"),
  READ_OTHER_REQUEST(Subject.READ, "/flows/read/failedBy/protocol.answer.otherRule"),
  READ_OTHER_HOST(Subject.READ, "/flows/read/failedBy/protocol.answer.altered"),

  STREAM_LESS(Subject.STREAM, "/flows/stream/failedBy/answer.missingResponses"),
  STREAM_MORE(Subject.STREAM, "/flows/stream/failedBy/protocol.answer.tooMany"),
  STREAM_REPEATED(Subject.STREAM, "/flows/stream/failedBy/protocol.answer.otherRule"),
  STREAM_EMPTY(Subject.STREAM, "/flows/stream/failedBy/protocol.answer.empty"),
  STREAM_OTHER_HOST(Subject.STREAM, "/flows/stream/failedBy/protocol.answer.altered"),

  LOAD_LESS(Subject.LOAD, "/flows/watch/failedBy/transport.timeout"),
  LOAD_OTHER_GROUP(Subject.LOAD, "/flows/watch/failedBy/protocol.answer.otherRule"),
  LOAD_OTHER_HOST(Subject.LOAD, "/flows/watch/failedBy/protocol.answer.altered");

  private static final int EACH = 7;

  private final Subject subject;
  private final String figure;

  /** What is lied about. */
  enum Subject {
    SESSION,
    WRITE,
    WRITE_OF_ONE_CLIENT,
    WRITE_OF_ONE_RULE,
    DELETION,
    MARKER,
    READ,
    READ_BACK,
    STREAM,
    LOAD
  }

  ArionLie(Subject subject, String figure) {
    this.subject = subject;
    this.figure = figure;
  }

  /** The path of the figure in the result; null for {@link #NONE}. */
  String figure() {
    return figure;
  }

  /** Whether rules are deleted in the run. */
  boolean deletes() {
    return subject == Subject.DELETION;
  }

  /** Whether the run has to wait until it is out of time. */
  boolean isSilence() {
    return this == NOT_WRITTEN || this == LOAD_LESS;
  }

  boolean about(Subject of) {
    return subject == of;
  }

  /** Whether a message is lied about, by its number: each seventh. */
  boolean about(Subject of, int n) {
    return subject == of && n % EACH == 0;
  }
}
