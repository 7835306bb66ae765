// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.calibration.book.FlowDeeds;
import io.fleetload.calibration.book.ServerBook;
import io.fleetload.calibration.check.Check;
import io.fleetload.calibration.check.CountChecks;
import io.fleetload.calibration.check.Forecast;
import io.fleetload.calibration.check.PercentileChecks;
import io.fleetload.calibration.check.StallChecks;
import io.fleetload.calibration.script.Reply;
import io.fleetload.calibration.script.Stall;
import io.fleetload.results.Result;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.stamp.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * The server's deeds in a trial, and the simulator's reports of it.
 *
 * @param trial the trial
 * @param server what the server did
 * @param device what the simulator reported
 * @param backend what a backend behind the server would have reported
 */
record TrialReport(Trial trial, ServerBook server, DeviceBook device, BackendBook backend) {

  /** Reasons why the generator was itself the limit; empty if it was not. */
  List<String> limits() {
    return device.generatorBook().health().reasons();
  }

  /** Checks whether nothing was lost but the script's losses. */
  boolean isAsScripted() {
    return server.dropped() == 0;
  }

  /** Every check of the trial. */
  List<Check> checks() {
    Result result = Result.join(device, backend, List.of());
    List<Check> checks = new ArrayList<>();
    checks.add(Check.count("devices connected", trial.devices(), device.devices().connected()));
    checks.add(Check.count("messages without a stamp", 0, server.strangers()));
    for (String flow : flows()) {
      FlowDeeds deeds = server.deeds(flow);
      Forecast warmUp = expected(flow, Period.WARM_UP);
      Forecast measured = expected(flow, Period.MEASURED);
      DeviceBook.DeviceFlow reported = reported(flow);
      String early = flow + " (warm-up)";
      checks.addAll(CountChecks.obedience(early, warmUp, deeds, Period.WARM_UP));
      checks.addAll(CountChecks.obedience(flow, measured, deeds, Period.MEASURED));
      checks.addAll(
          CountChecks.counts(
              early,
              warmUp,
              repeated(deeds, Period.WARM_UP),
              server.dropped(),
              reported.totals().warmUp()));
      checks.addAll(
          CountChecks.counts(
              flow,
              measured,
              repeated(deeds, Period.MEASURED),
              server.dropped(),
              reported.totals().measured()));
      checks.addAll(CountChecks.ledger(flow, measured, result.figures().flows().get(flow)));
      checks.add(Check.count(flow + " due off the schedule", 0, deeds.offSchedule()));
      checks.add(Check.count(flow + " sent before due, after receipt", 0, deeds.impossiblySent()));
      checks.add(Check.count(flow + " answered before the time", 0, deeds.early()));
    }
    checks.addAll(commands(result));
    checks.addAll(latencies());
    return checks;
  }

  /** Remarks beside the checks, in words. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (String flow : flows()) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%s: shortest way from the stamped send time to the receipt %.3f ms",
              flow,
              server.deeds(flow).shortestWay() / 1e6));
    }
    if (!isAsScripted()) {
      remarks.add(
          "this host dropped %s datagrams before the server could read them"
              .formatted(server.dropped()));
    }
    if (isStall()) {
      flows()
          .forEach(
              flow ->
                  remarks.addAll(stall(flow).besideClosedLoop(reported(flow).totals().response())));
    }
    return remarks;
  }

  private List<Check> latencies() {
    List<Check> checks = new ArrayList<>();
    boolean judge = limits().isEmpty();
    for (String flow : flows()) {
      if (isStall()) {
        DeviceBook.DeviceFlow reported = reported(flow);
        FlowDeeds deeds = server.deeds(flow);
        // What the host dropped is repeated after 2 s or more, and all behind it waits: any
        // number of messages may truly have been late.
        boolean known = isAsScripted();
        checks.addAll(
            stall(flow)
                .of(
                    reported.totals().response(),
                    reported.totals().service(),
                    known ? deeds.response().most() : reported.totals().response(),
                    known ? deeds.service().most() : reported.totals().service()));
      } else if (trial.script().separate()) {
        FlowDeeds deeds = server.deeds(flow);
        checks.addAll(
            PercentileChecks.of(
                flow + " service",
                deeds.service(),
                reported(flow).totals().service(),
                server.dropped(),
                judge));
        checks.addAll(
            PercentileChecks.of(
                flow + " response",
                deeds.response(),
                reported(flow).totals().response(),
                server.dropped(),
                judge));
      }
    }
    return checks;
  }

  private List<Check> commands(Result result) {
    if (result.figures().commands() == null) {
      return List.of();
    }
    Forecast queries = expected(Trials.QUERY, Period.MEASURED);
    Forecast answers = expected(Trials.ANSWER, Period.MEASURED);
    long arrived = queries.delivered() + queries.deliveredUnconfirmed();
    return List.of(
        Check.count("commands written", arrived, result.figures().commands().writes().written()),
        Check.count("commands received", queries.ok(), result.figures().commands().received()),
        Check.count(
            "commands missed", arrived - queries.ok(), result.figures().commands().missed()),
        Check.count(
            "commands answered", answers.ok(), result.figures().commands().answers().answered()),
        Check.count(
            "answers lost", answers.lost(), result.figures().commands().answers().answersLost()),
        Check.count("commands unaccounted", 0, result.figures().commands().unaccounted()));
  }

  private List<String> flows() {
    List<String> flows = new ArrayList<>(trial.rates().keySet());
    if (flows.contains(Trials.QUERY)) {
      flows.add(Trials.ANSWER);
    }
    return flows;
  }

  private Forecast expected(String flow, Period period) {
    IntPredicate exists =
        flow.equals(Trials.ANSWER)
            ? n -> trial.script().flow(Trials.QUERY).act(n).reply() == Reply.OK
            : n -> true;
    return Forecast.of(
        trial.script().flow(flow), trial.from(flow, period), trial.to(flow, period), exists);
  }

  private DeviceBook.DeviceFlow reported(String flow) {
    DeviceBook.DeviceFlow found = device.flows().get(flow);
    if (found == null) {
      throw new IllegalStateException("the device side's book has no flow " + flow);
    }
    return found;
  }

  private StallChecks stall(String flow) {
    return new StallChecks(
        flow,
        trial.script().flow(flow),
        trial.script().stall(),
        trial.from(flow, Period.MEASURED),
        trial.to(flow, Period.MEASURED));
  }

  private boolean isStall() {
    return !trial.script().stall().equals(Stall.NONE);
  }

  private static long repeated(FlowDeeds deeds, Period period) {
    return deeds.repeated().getOrDefault(period, 0L);
  }
}
