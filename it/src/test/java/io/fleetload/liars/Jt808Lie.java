// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

/** A lie of the JT/T 808 platform, and the figure that names it. */
enum Jt808Lie {
  NONE(Of.NOTHING, null),
  LOST(Of.LOCATION, "/ledger/lost"),
  LOST_OF_ONE_TERMINAL(Of.LOCATION, "/ledger/lost"),
  TWICE(Of.LOCATION, "/ledger/duplicate"),
  REORDERED(Of.LOCATION, "/ledger/outOfOrder"),
  OTHER_TERMINAL(Of.LOCATION, "/ledger/lost"),
  UNKNOWN_PHONE(Of.LOCATION, "/ledger/foreign"),
  MOVED_NORTH(Of.LOCATION, "/ledger/lost"),
  OTHER_PERIOD(Of.LOCATION, "/ledger/altered"),
  OTHER_FLOW(Of.LOCATION, "/ledger/lost"),
  INVENTED(Of.LOCATION, "/ledger/invented"),
  OTHER_RUN(Of.LOCATION, "/ledger/foreign"),
  WITHOUT_STAMP(Of.LOCATION, "/ledger/unstamped"),
  UNCONFIRMED(Of.LOCATION, "/ledger/deliveredUnconfirmed"),
  CONFIRMED_AS_ANOTHER(Of.LOCATION, "/ledger/deliveredUnconfirmed"),
  CONFIRMED_TWICE(Of.LOCATION, "/devices/unexpectedAnswers"),
  REFUSED_AND_PUBLISHED(Of.LOCATION, "/ledger/deliveredUnconfirmed"),
  SESSION_REFUSED(Of.NOTHING, "/devices/notConnected"),
  NOT_STORED(Of.LOCATION, "/ledger/store/lost"),
  STORED_TWICE(Of.LOCATION, "/ledger/store/storedTwice"),
  STORED_ELSEWHERE(Of.LOCATION, "/ledger/store/lost"),
  STORED_MOVED(Of.LOCATION, "/ledger/store/lost"),
  ROW_INVENTED(Of.LOCATION, "/ledger/store/invented"),
  ROWS_READ_CUT(Of.NOTHING, "/ledger/store/lost"),
  ROWS_READ_TWICE(Of.NOTHING, "/ledger/store/storedTwice"),
  COMMAND_TWICE(Of.COMMAND, "/commands/duplicate"),
  COMMAND_ELSEWHERE(Of.COMMAND, "/commands/misdelivered"),
  COMMAND_LOST(Of.COMMAND, "/commands/missed"),
  COMMAND_ALTERED(Of.COMMAND, "/commands/altered"),
  COMMAND_SHOWN_ELSEWHERE(Of.COMMAND, "/commands/altered"),
  COMMAND_GONE(Of.COMMAND, "/commands/deliveredUnconfirmed"),
  COMMAND_UNANSWERED(Of.COMMAND, "/commands/writeUnknown"),
  REPLY_LOST(Of.COMMAND, "/commands/answersLost"),
  REPLY_TWICE(Of.COMMAND, "/ledger/duplicate"),
  REPLY_OF_ANOTHER(Of.COMMAND, "/commands/answersLost"),
  REPLY_ALTERED(Of.COMMAND, "/ledger/altered"),
  REPLY_TO_ANOTHER(Of.COMMAND, "/commands/answersLost");

  private final Of of;
  private final String figure;

  /** What a lie is about. */
  private enum Of {
    NOTHING,
    LOCATION,
    COMMAND
  }

  Jt808Lie(Of of, String figure) {
    this.of = of;
    this.figure = figure;
  }

  /** The path of the figure in the result; null for {@link #NONE}. */
  String figure() {
    return figure;
  }

  /** Whether the messages that it makes fail may be more, where the run ends before an answer. */
  boolean atLeast() {
    return figure != null && figure.endsWith("/deliveredUnconfirmed") && of == Of.LOCATION;
  }

  /** Whether a location is lied about: some of the measured phase. */
  boolean about(Jt808Liar.Position position, Draw.Phase phase) {
    boolean ofOne = this == REORDERED || this == LOST_OF_ONE_TERMINAL;
    // Where two terminals swap, each message takes the place of the other's.
    boolean moves = this == OTHER_TERMINAL || this == STORED_ELSEWHERE;
    return of == Of.LOCATION
        && position.isLocation()
        && position.isMeasured()
        && !(moves && position.terminal() % 2 == 1)
        && (ofOne ? position.terminal() == 3 : phase.hits(position.terminal(), position.number()));
  }

  /** The same of the command for a measured alert. */
  boolean aboutCommand(int terminal, int alert, Draw.Phase phase) {
    return of == Of.COMMAND
        && !(this == REPLY_OF_ANOTHER && terminal % 2 == 1)
        && phase.hits(terminal, alert);
  }

  /** Whether it is about commands and what terminals reply to them. */
  boolean isOfCommands() {
    return of == Of.COMMAND;
  }
}
