// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

/** A lie between Hono and the business application, and the figure that names it. */
enum HonoLie {
  NONE("", null),
  LOST("telemetry", "/ledger/lost"),
  LOST_OF_ONE_DEVICE("telemetry", "/ledger/lost"),
  TWICE("event", "/ledger/duplicate"),
  REORDERED("telemetry", "/ledger/outOfOrder"),
  OTHER_DEVICE("telemetry", "/ledger/misdelivered"),
  OTHER_KEY("telemetry", "/ledger/misdelivered"),
  OTHER_TOPIC("telemetry", "/ledger/misdelivered"),
  OTHER_CONTENT_TYPE("event", "/ledger/misdelivered"),
  CUT("telemetry", "/ledger/altered"),
  OTHER_BYTE("event", "/ledger/altered"),
  INVENTED("telemetry", "/ledger/invented"),
  OTHER_RUN("telemetry", "/ledger/foreign"),
  WITHOUT_STAMP("event", "/ledger/unstamped"),
  RESPONSE_LOST("commandResponse", "/commands/answersLost"),
  RESPONSE_TWICE("commandResponse", "/ledger/duplicate"),
  RESPONSE_OF_ANOTHER("commandResponse", "/ledger/misdelivered"),
  COMMAND_LOST("command", "/commands/missed"),
  COMMAND_ALTERED("command", "/commands/altered");

  private static final int EACH = 7;

  private final String flow;
  private final String figure;

  HonoLie(String flow, String figure) {
    this.flow = flow;
    this.figure = figure;
  }

  /** The path of the figure in the result; null for {@link #NONE}. */
  String figure() {
    return figure;
  }

  /** Whether a message is lied about: each seventh of one flow in the measured phase. */
  boolean about(String of, boolean measured, int device, int n) {
    boolean ofOne = this == REORDERED || this == LOST_OF_ONE_DEVICE;
    return of.equals(flow) && measured && (ofOne ? device == 3 : n % EACH == 0);
  }
}
