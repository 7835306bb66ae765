package io.fleetload.results;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which figures a result will have, known before the run: a misspelt threshold is found at the
 * start and not after its fifteen minutes. Answered by the result of a run of one message a flow.
 */
public final class Figures {
  private final Result sample;

  /**
   * The figures of a run.
   *
   * @param flows names of its flows with an arrival rate
   * @param legs which flows are queries and answers
   */
  public Figures(Collection<String> flows, Result.CommandFlows legs) {
    Map<String, DeviceBook.Flow> sent = new LinkedHashMap<>();
    Map<String, BackendBook.Flow> received = new HashMap<>();
    flows.forEach(name -> sent.put(name, sent(1.0)));
    if (flows.contains(legs.query())) {
      sent.put(legs.answer(), sent(null));
    }
    sent.keySet().forEach(name -> received.put(name, received()));
    DeviceBook device =
        new DeviceBook(
            DeviceBook.VERSION,
            "sample",
            "sample",
            true,
            1,
            List.of(),
            new DeviceBook.Devices(1, 1, 1, Map.of(), 0, oneValue()),
            sent,
            new GeneratorHealth(oneValue().summary(), 1, 0, 0, List.of()));
    BackendBook backend =
        new BackendBook(
            BackendBook.VERSION,
            "sample",
            "sample",
            true,
            true,
            1,
            received,
            new BackendBook.Commands(oneNumber(), Map.of(), new MessageSet()),
            0,
            0);
    this.sample = Result.join(device, backend, legs, List.of());
  }

  /** Whether the threshold's path names at least one figure. */
  public boolean has(Threshold threshold) {
    return threshold.judge(sample).stream().anyMatch(each -> each.found() != null);
  }

  private static DeviceBook.Flow sent(Double asked) {
    FlowCounts one = new FlowCounts(1, 1, 1, 1, Map.of(), Map.of(), 0, 0);
    return new DeviceBook.Flow(
        asked,
        0,
        1,
        FlowCounts.NONE,
        one,
        oneValue(),
        oneValue(),
        oneNumber(),
        oneNumber(),
        new PerSecond(List.of(), List.of(), List.of(), List.of()));
  }

  private static BackendBook.Flow received() {
    return new BackendBook.Flow(
        new BackendBook.Receipts(0, 0, 0),
        new BackendBook.Receipts(1, 0, 0),
        oneValue(),
        oneNumber());
  }

  private static LatencyHistogram oneValue() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(1);
    return histogram;
  }

  private static MessageSet oneNumber() {
    MessageSet set = new MessageSet();
    set.add(0);
    return set;
  }
}
