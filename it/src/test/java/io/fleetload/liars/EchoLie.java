// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

/** A lie of the echo server, and the figure that names it. */
enum EchoLie {
  NONE("", null),
  LOST("echo", "/ledger/lost"),
  TWICE("echo", "/ledger/duplicate"),
  REORDERED("echo", "/ledger/outOfOrder"),
  OTHER_DEVICE("echo", "/ledger/misdelivered"),
  CUT("echo", "/ledger/altered"),
  OTHER_PERIOD("echo", "/ledger/altered"),
  OTHER_FLOW("echo", "/ledger/lost"),
  INVENTED("echo", "/ledger/invented"),
  OTHER_RUN("echo", "/ledger/foreign"),
  WITHOUT_STAMP("echo", "/ledger/unstamped"),
  UNCONFIRMED("echo", "/ledger/deliveredUnconfirmed"),
  CONFIRMED_TWICE("echo", "/devices/unexpectedAnswers"),
  CONFIRMED_UNSENT("echo", "/devices/unexpectedAnswers"),
  SESSION_REFUSED("", "/devices/notConnected"),
  NOT_STORED("echo", "/ledger/store/lost"),
  STORED_TWICE("echo", "/ledger/store/storedTwice"),
  STORED_ELSEWHERE("echo", "/ledger/store/misdelivered"),
  STORED_ALTERED("echo", "/ledger/store/altered"),
  ROW_INVENTED("echo", "/ledger/store/invented"),
  COMMAND_TWICE("ask", "/commands/duplicate"),
  COMMAND_ELSEWHERE("ask", "/commands/misdelivered"),
  COMMAND_LOST("ask", "/commands/missed"),
  COMMAND_ALTERED("ask", "/commands/altered"),
  COMMAND_GONE("ask", "/commands/deliveredUnconfirmed");

  private final String flow;
  private final String figure;

  EchoLie(String flow, String figure) {
    this.flow = flow;
    this.figure = figure;
  }

  /** The path of the figure in the result; null for {@link #NONE}. */
  String figure() {
    return figure;
  }

  /** Whether it is about messages of that flow. */
  boolean isOf(String name) {
    return name.equals(flow);
  }

  /** Whether it is about rows of the store. */
  boolean isOfStore() {
    return figure != null && figure.startsWith("/ledger/store/");
  }
}
