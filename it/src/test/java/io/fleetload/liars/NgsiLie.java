// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

/** A lie of a broker of NGSI-LD, and the figure that names it. */
enum NgsiLie {
  NONE("", null),
  LOST("update", "/ledger/lost"),
  LOST_OF_ONE_ENTITY("update", "/ledger/lost"),
  CUT("update", "/ledger/lost"),
  OTHER_FLOW("update", "/ledger/lost"),
  TWICE("update", "/ledger/duplicate"),
  REORDERED("update", "/ledger/outOfOrder"),
  OTHER_ENTITY("update", "/ledger/misdelivered"),
  OTHER_SUBSCRIPTION("update", "/ledger/misdelivered"),
  OTHER_VALUE("update", "/ledger/altered"),
  WITHOUT_VALUE("update", "/ledger/altered"),
  OTHER_PERIOD("update", "/ledger/altered"),
  INVENTED("update", "/ledger/invented"),
  OTHER_RUN("update", "/ledger/foreign"),
  WITHOUT_STAMP("update", "/ledger/unstamped"),
  UNCONFIRMED("update", "/ledger/deliveredUnconfirmed"),
  CONFIRMED_TWICE("update", "/devices/unexpectedAnswers"),
  REFUSED("update", "/flows/update/failedBy/protocol.http.503"),
  EMPTY("query", "/flows/query/failedBy/protocol.answer.empty"),
  FEWER("query", "/flows/query/failedBy/protocol.answer.fewer"),
  MORE("query", "/flows/query/failedBy/protocol.answer.more"),
  REPEATED("query", "/flows/query/failedBy/protocol.answer.repeated"),
  UNREADABLE("query", "/flows/query/failedBy/protocol.answer.unreadable");

  private final String flow;
  private final String figure;

  NgsiLie(String flow, String figure) {
    this.flow = flow;
    this.figure = figure;
  }

  /** The path of the figure in the result; null for {@link #NONE}. */
  String figure() {
    return figure;
  }

  /** Whether a request is lied about: some of one flow in the measured phase. */
  boolean about(NgsiLiar.Sent sent, Draw.Phase phase) {
    boolean ofOne = this == REORDERED || this == LOST_OF_ONE_ENTITY;
    return sent.field(3).equals("m")
        && (phase.hits(sent.user(), sent.n()) || ofOne)
        && sent.field(2).equals(flow)
        && (!ofOne || sent.user() == 3);
  }
}
