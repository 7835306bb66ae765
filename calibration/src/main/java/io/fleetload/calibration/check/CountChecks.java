// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import io.fleetload.calibration.book.FlowDeeds;
import io.fleetload.calibration.script.Reply;
import io.fleetload.results.FlowResult;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.stamp.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The counts of one flow in one period: exactly what was done, or wrong. */
public final class CountChecks {
  private CountChecks() {}

  /**
   * Holds the simulator's counts against the script.
   *
   * @param flow the flow's name, with the period where it is not the measured one
   * @param repeated repetitions that the server saw on the wire
   * @param dropped datagrams that the host dropped before the server saw them
   */
  public static List<Check> counts(
      String flow, Forecast done, long repeated, long dropped, FlowCounts reported) {
    List<Check> checks = new ArrayList<>();
    checks.add(Check.count(flow + " scheduled", done.scheduled(), reported.scheduled()));
    checks.add(Check.count(flow + " sent", done.scheduled(), reported.sent()));
    checks.add(Check.count(flow + " ok", done.ok(), reported.ok()));
    TreeSet<String> causes = new TreeSet<>(done.failed().keySet());
    causes.addAll(reported.failed().keySet());
    for (String cause : causes) {
      checks.add(
          Check.count(
              flow + " failed " + cause,
              done.failed().getOrDefault(cause, 0L),
              reported.failed().getOrDefault(cause, 0L)));
    }
    addUnlessZero(checks, flow + " not sent", 0, reported.notSentTotal());
    addUnlessZero(checks, flow + " unsettled", 0, reported.unsettled());
    if (repeated != 0 || reported.retransmitted() != 0) {
      checks.add(
          Check.onTheWire(flow + " retransmitted", repeated, reported.retransmitted(), dropped));
    }
    return checks;
  }

  /** Compares the server's deeds with the script: they prove something only if it obeyed. */
  public static List<Check> obedience(
      String flow, Forecast script, FlowDeeds deeds, Period period) {
    List<Check> checks = new ArrayList<>();
    for (Reply reply : Reply.values()) {
      long told = script.replies().getOrDefault(reply, 0L);
      long did = deeds.answered(period, reply);
      if (told != did) {
        checks.add(Check.count(flow + " the server's " + reply, told, did));
      }
    }
    return checks;
  }

  /** Holds the joined books of a flow against what was delivered. */
  public static List<Check> ledger(String flow, Forecast done, FlowResult reported) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.count(
            flow + " delivered", done.delivered(), reported.ledger().messages().delivered()));
    addUnlessZero(checks, flow + " lost", done.lost(), reported.ledger().messages().lost());
    addUnlessZero(
        checks, flow + " duplicate", done.duplicate(), reported.ledger().messages().duplicate());
    addUnlessZero(
        checks,
        flow + " out of order",
        done.outOfOrder(),
        reported.ledger().messages().outOfOrder());
    addUnlessZero(
        checks,
        flow + " delivered unconfirmed",
        done.deliveredUnconfirmed(),
        reported.ledger().messages().deliveredUnconfirmed());
    checks.add(Check.count(flow + " unaccounted", 0, reported.ledger().unaccounted()));
    return checks;
  }

  private static void addUnlessZero(List<Check> checks, String what, long done, long reported) {
    if (done != 0 || reported != 0) {
      checks.add(Check.count(what, done, reported));
    }
  }
}
