// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.calibration.script.Delays;
import io.fleetload.calibration.script.Delivery;
import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Reply;
import io.fleetload.calibration.script.Rule;
import io.fleetload.calibration.script.Schedule;
import io.fleetload.calibration.script.Script;
import io.fleetload.calibration.script.Stall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The trials of a calibration, for one seed.
 *
 * @param seed seed of the delays
 * @param fast whether they take about 20 s, not a minute and a half
 */
record Trials(long seed, boolean fast) {
  static final String TELEMETRY = "telemetry";
  static final String EVENT = "event";
  static final String QUERY = "commandQuery";
  static final String ANSWER = "commandResponse";

  private static final int FLEET = 100;
  private static final int RATE = 100;
  private static final int STALL_FLEET = 3;
  private static final int STALL_RATE = 10;
  private static final long LONG_MILLIS = 30_000;
  private static final long SHORT_MILLIS = 1_500;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** All of them, in their order. */
  List<Trial> all() {
    return List.of(delays(), faults(), stall());
  }

  /**
   * Known delays, long enough for a hundredth of one to be more than what the loopback and two
   * stacks take, and short enough for no device to be busy when its next message is due.
   */
  Trial delays() {
    int warmUp = fast ? 2 : 5;
    int measure = fast ? 5 : 20;
    int total = (warmUp + measure) * RATE;
    Map<String, FlowScript> flows = new LinkedHashMap<>();
    flows.put(TELEMETRY, delaying(schedule(0, 3, RATE), total, new Delays.Constant(300)));
    flows.put(EVENT, delaying(schedule(1, 3, RATE), total, new Delays.Uniform(200, 600)));
    flows.put(QUERY, delaying(schedule(2, 3, RATE), total, new Delays.Exponential(250, 80, 900)));
    flows.put(ANSWER, delaying(null, total, new Delays.TwoPeaks(200, 700, 0.1)));
    return new Trial(
        "delays",
        words(flows),
        FLEET,
        LONG_MILLIS,
        warmUp,
        measure,
        rates(RATE, TELEMETRY, EVENT, QUERY),
        new Script(true, Stall.NONE, flows));
  }

  /** Known errors, silences, resets; known losses, duplicates and late ones behind the server. */
  Trial faults() {
    int warmUp = fast ? 1 : 2;
    int measure = fast ? 4 : 15;
    int total = (warmUp + measure) * RATE;
    Map<String, FlowScript> flows = new LinkedHashMap<>();
    flows.put(
        TELEMETRY,
        faulty(
            schedule(0, 3, RATE),
            total,
            List.of(
                new Rule<>(50, 7, Reply.SERVICE_UNAVAILABLE),
                new Rule<>(70, 11, Reply.NOT_FOUND),
                new Rule<>(90, 13, Reply.SILENCE),
                new Rule<>(110, 17, Reply.RESET)),
            List.of(
                new Rule<>(37, 3, Delivery.NEVER),
                new Rule<>(41, 5, Delivery.TWICE),
                new Rule<>(43, 9, Delivery.LATE)),
            3));
    flows.put(
        EVENT,
        faulty(
            schedule(1, 3, RATE),
            total,
            List.of(new Rule<>(60, 19, Reply.NOT_FOUND)),
            List.of(
                new Rule<>(29, 2, Delivery.NEVER),
                new Rule<>(31, 4, Delivery.TWICE),
                new Rule<>(23, 6, Delivery.LATE)),
            0));
    flows.put(
        QUERY,
        faulty(
            schedule(2, 3, RATE),
            total,
            List.of(
                new Rule<>(30, 8, Reply.NO_COMMAND),
                new Rule<>(45, 10, Reply.FOREIGN_COMMAND),
                new Rule<>(55, 12, Reply.LATE_COMMAND),
                new Rule<>(65, 14, Reply.SERVICE_UNAVAILABLE)),
            List.of(),
            0));
    flows.put(
        ANSWER,
        faulty(
            null,
            total,
            List.of(new Rule<>(35, 16, Reply.SERVICE_UNAVAILABLE)),
            List.of(new Rule<>(40, 18, Delivery.NEVER), new Rule<>(42, 20, Delivery.TWICE)),
            0));
    return new Trial(
        "faults",
        "error codes, silence, resets, missing, foreign and late commands; behind the server"
            + " losses, duplicates, late ones",
        FLEET,
        SHORT_MILLIS,
        warmUp,
        measure,
        rates(RATE, TELEMETRY, EVENT, QUERY),
        new Script(false, Stall.NONE, flows));
  }

  /**
   * A stall of 3 s. It begins and ends between two due times, so that which messages were due in it
   * is no question of clocks.
   */
  Trial stall() {
    int warmUp = 1;
    int measure = fast ? 6 : 14;
    int total = (warmUp + measure) * STALL_RATE;
    long begin = 2_000 * NANOS_PER_MILLI + period() / 4;
    Map<String, FlowScript> flows = new LinkedHashMap<>();
    for (String name : List.of(TELEMETRY, EVENT)) {
      flows.put(
          name,
          new FlowScript(
              schedule(flows.size(), 2, STALL_RATE),
              STALL_FLEET,
              total,
              total,
              seed,
              Delays.none(),
              List.of(),
              List.of(),
              0));
    }
    return new Trial(
        "stall",
        "no answer leaves for 3 s",
        STALL_FLEET,
        LONG_MILLIS,
        warmUp,
        measure,
        rates(STALL_RATE, TELEMETRY, EVENT),
        new Script(true, new Stall(begin, begin + 3_000 * NANOS_PER_MILLI), flows));
  }

  private static String words(Map<String, FlowScript> flows) {
    return flows.entrySet().stream()
        .map(flow -> flow.getKey() + " " + flow.getValue().delays().words())
        .collect(Collectors.joining("; "));
  }

  private static long period() {
    return 1_000 * NANOS_PER_MILLI / STALL_RATE;
  }

  private FlowScript delaying(Schedule schedule, int total, Delays delays) {
    return new FlowScript(schedule, FLEET, total, total, seed, delays, List.of(), List.of(), 0);
  }

  /**
   * A device gives a message up 1.5 s after it was sent, looking every 0.25 s, and the run is over
   * 1 s after the last one was due: a silence that began 1.2 s before is over, the last messages'
   * are not.
   */
  private FlowScript faulty(
      Schedule schedule,
      int total,
      List<Rule<Reply>> replies,
      List<Rule<Delivery>> deliveries,
      int silentAtEnd) {
    return new FlowScript(
        schedule,
        FLEET,
        total,
        total - RATE * 12 / 10,
        seed,
        Delays.none(),
        replies,
        deliveries,
        silentAtEnd);
  }

  private static Schedule schedule(int flow, int flows, int rate) {
    return new Schedule(rate, (double) flow / flows);
  }

  private static Map<String, Integer> rates(int rate, String... flows) {
    Map<String, Integer> rates = new LinkedHashMap<>();
    for (String flow : flows) {
      rates.put(flow, rate);
    }
    return rates;
  }
}
