// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
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
  private final JsonNode sample;
  private final JsonNode window;

  /**
   * The figures of a run in which tenants may share the fleet.
   *
   * @param flows names of its flows that do not only answer
   * @param closed those among them of a closed model
   * @param tenants the tenants; null where nothing is told of each
   * @param answers the flows that only answer commands, each with the flow whose commands
   */
  public Figures(
      Collection<String> flows,
      Collection<String> closed,
      Tenants tenants,
      Map<String, String> answers) {
    boolean ofEach = tenants != null && tenants.areSeveral();
    List<TenantBook.Flow> parts =
        ofEach ? tenants.shares().stream().map(Figures::partOf).toList() : null;
    Map<String, DeviceBook.Flow> sent = new LinkedHashMap<>();
    Map<String, BackendBook.Flow> received = new HashMap<>();
    flows.forEach(
        name ->
            sent.put(
                name,
                closed.contains(name)
                    ? sent(null, parts).with(new ClosedModel(1, 1, 0))
                    : sent(1.0, parts)));
    answers.forEach(
        (answer, query) -> {
          if (flows.contains(query)) {
            sent.put(answer, sent(null, parts).answering(query));
          }
        });
    sent.keySet()
        .forEach(
            name ->
                received.put(
                    name,
                    received()
                        .with(new BackendBook.Commands(oneNumber(), Map.of(), new MessageSet()))));
    DeviceBook device =
        new DeviceBook(
            DeviceBook.VERSION,
            "sample",
            "sample",
            true,
            1,
            List.of(),
            new DeviceBook.Devices(
                1,
                1,
                1,
                Map.of(),
                0,
                oneValue(),
                new Handshakes(1, 0, 0, new Handshakes.Course(List.of(), List.of(), List.of())),
                new Reconnects(1, 0, 0, 0, 0, 0, 1, 1, Map.of(), 0, oneValue(), oneOutage()),
                null),
            sent,
            new GeneratorHealth(oneValue().summary(), 1, 0, 0, List.of()),
            null,
            null,
            null,
            null,
            null,
            ofEach ? ofTenants(tenants) : null,
            WarmUpEnd.of(1, null, null, 1, 1, 1));
    BackendBook backend =
        new BackendBook(
            BackendBook.VERSION,
            "sample",
            "sample",
            true,
            true,
            null,
            1,
            received,
            DeviceClocks.UNKNOWN,
            0,
            0,
            null,
            null);
    this.sample = ResultFiles.tree(Result.join(device, backend, List.of()));
    Map<String, Course> courses = new LinkedHashMap<>();
    sent.forEach((name, flow) -> courses.put(name, flow.course()));
    this.window = WindowFigures.of(courses, 0, 1);
  }

  /** Whether the threshold's path names at least one figure. */
  public boolean has(Threshold threshold) {
    return !named(threshold).isEmpty();
  }

  /** Whether the threshold's path names at least one figure that every window has. */
  public boolean hasPerWindow(Threshold threshold) {
    return threshold.figures().presentIn(window).stream().anyMatch(each -> each.value() != null);
  }

  /** The default thresholds that are in force beside those of a profile, as they are written. */
  public List<String> defaultsBeside(List<Threshold> own) {
    return new DefaultThresholds(own)
        .in(sample).stream().map(each -> each.threshold().text()).distinct().toList();
  }

  /** The names of the figures that the threshold's path names. */
  List<String> named(Threshold threshold) {
    return threshold.figures().in(sample).stream()
        .filter(each -> each.value() != null)
        .map(FigurePath.Figure::name)
        .toList();
  }

  private static DeviceBook.Flow sent(Double asked, List<TenantBook.Flow> parts) {
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
        new PerSecond(List.of(1L), List.of(1L), List.of(1L), List.of(0L)),
        null,
        null,
        oneInterval(),
        null,
        parts);
  }

  private static TenantBook.Flow partOf(Tenants.Share tenant) {
    List<Long> one = List.of(1L);
    return new TenantBook.Flow(
        1,
        0,
        0,
        new StoredHistogram(oneValue()),
        new TenantCourse(tenant.id(), one, one, List.of(0L), oneInterval()));
  }

  private static ResponseIntervals oneInterval() {
    return new ResponseIntervals(1, 1, List.of(), List.of(ResponseIntervals.encoded(oneValue())));
  }

  private static List<TenantBook> ofTenants(Tenants tenants) {
    return tenants.shares().stream()
        .map(each -> new TenantBook(each.id(), each.weight(), 1, 1, 1))
        .toList();
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

  private static Outage oneOutage() {
    Map<Long, Long> one = Map.of(0L, 1L);
    return new Outage(1, oneValue(), one, one, 0L, 0L, 0, 0);
  }

  private static MessageSet oneNumber() {
    MessageSet set = new MessageSet();
    set.add(0);
    return set;
  }
}
