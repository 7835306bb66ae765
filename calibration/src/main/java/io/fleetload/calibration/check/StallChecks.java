// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Stall;
import io.fleetload.results.time.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A stall in the response times of one flow: a message due in it waits at least until its end, so
 * as many response times must reach a bound x as messages were due more than x before the end.
 */
public final class StallChecks {
  private static final int BOUNDS = 5;

  private final String flow;
  private final FlowScript script;
  private final Stall stall;
  private final int from;
  private final int to;
  private final int[] covered;

  /**
   * Checks of a flow.
   *
   * @param from number of the first measured message
   * @param to number after the last one
   */
  public StallChecks(String flow, FlowScript script, Stall stall, int from, int to) {
    this.flow = flow;
    this.script = script;
    this.stall = stall;
    this.from = from;
    this.to = to;
    this.covered =
        IntStream.range(from, to)
            .filter(n -> stall.covers(script.schedule().dueNanos(n)))
            .toArray();
  }

  /**
   * Holds the reported response and service times against the stall.
   *
   * @param latestResponse from the due times until the answers had arrived for certain: on a host
   *     that paused after the stall, more messages than expected may truly have reached a bound
   * @param latestService the same from the send times
   */
  public List<Check> of(
      LatencyHistogram response,
      LatencyHistogram service,
      LatencyHistogram latestResponse,
      LatencyHistogram latestService) {
    List<Check> checks = new ArrayList<>();
    Ranks responses = new Ranks(response);
    long shown =
        IntStream.range(0, covered.length)
            .filter(i -> responses.largest(i) >= untilEnd(covered[i]))
            .count();
    checks.add(
        Check.count(flow + " due in the stall, as long as until its end", covered.length, shown));
    for (int i = 0; i < BOUNDS; i++) {
      int last = covered[(covered.length - 2) * i / (BOUNDS - 1)];
      long bound = untilEnd(last) - margin();
      checks.add(
          between(
              flow + " response >= " + Check.millis(bound) + " ms",
              IntStream.of(covered).filter(n -> untilEnd(n) >= bound).count(),
              new Ranks(latestResponse).atLeast(bound),
              responses.atLeast(bound)));
    }
    // The first message of every device waits in the stall, the others behind it.
    long slow = 4 * margin();
    checks.add(
        between(
            flow + " service >= " + Check.millis(slow) + " ms (a device's one in flight)",
            script.fleet(),
            new Ranks(latestService).atLeast(slow),
            new Ranks(service).atLeast(slow)));
    return checks;
  }

  /** The closed loop's figures beside the open one's, in words. */
  public List<String> besideClosedLoop(LatencyHistogram response) {
    LatencyHistogram closed =
        new ClosedLoop(script.schedule(), script.fleet(), stall).samples(from, to);
    long bound = (stall.toNanos() - stall.fromNanos()) / 6;
    return List.of(
        said("reported (open loop)", response, bound),
        said("a closed loop would report", closed, bound));
  }

  /** A count that is the due one on a quiet host, and on a busy one not above what is possible. */
  private static Check between(String what, long due, long possible, long reported) {
    Check exact = Check.count(what, due, reported);
    return reported > due && reported <= possible
        ? new Check(
            what, due + " to " + possible, exact.reported(), exact.difference(), Outcome.NOT_JUDGED)
        : exact;
  }

  private String said(String who, LatencyHistogram times, long bound) {
    return "%s: %s: %s of %s response times >= %s ms; mean %s, p90 %s ms"
        .formatted(
            flow,
            who,
            new Ranks(times).atLeast(bound),
            times.count(),
            Check.millis(bound),
            Check.millis(times.mean()),
            Check.millis(times.percentile(90)));
  }

  private long untilEnd(int n) {
    return stall.toNanos() - script.schedule().dueNanos(n);
  }

  /**
   * A bound lies a quarter of a period under one message's time; the next message's is the other
   * three quarters away, more than the way back and the burst at the stall's end take.
   */
  private long margin() {
    return Math.round(1e9 / script.schedule().rate() / 4);
  }
}
