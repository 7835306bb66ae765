// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A book with one thing changed. */
final class ChangedBook {
  private String runId;
  private final String runName;
  private boolean complete = true;
  private double seconds;
  private List<DeviceBook.PhaseTimes> phases;
  private DeviceBook.FleetCounts devices;
  private Map<String, DeviceBook.DeviceFlow> flows;
  private GeneratorHealth generator;
  private final Shard shard;
  private LatencyHistogram lag;
  private List<TenantBook> tenants;
  private List<GroupBook> groups;

  ChangedBook(DeviceBook book) {
    this.runId = book.runId();
    this.runName = book.runName();
    this.seconds = book.timeline().measuredSeconds();
    this.phases = book.timeline().phases();
    this.devices = book.devices();
    this.flows = book.flows();
    this.generator = book.generatorBook().health();
    this.shard = book.shard();
    this.lag = book.generatorBook().lag();
    this.tenants = book.tenants();
    this.groups = book.groups();
  }

  private DeviceBook book() {
    return new DeviceBook(
        DeviceBook.VERSION,
        runId,
        runName,
        complete,
        shard,
        RunTimeline.of(seconds, phases),
        devices,
        flows,
        tenants,
        groups,
        new GeneratorBook(generator, lag, null));
  }

  DeviceBook groups(List<GroupBook> groups) {
    this.groups = groups;
    return book();
  }

  /** With a flow that devices of one group send, so many of them the shard's own. */
  DeviceBook telemetryOf(RoundRobin group, double asked, long own) {
    DeviceBook.DeviceFlow flow = flows.get("telemetry");
    return flows(
        Map.of(
            "telemetry",
            new DeviceBook.DeviceFlow(
                    FlowTerms.rate(asked),
                    new FlowNumbers(
                        flow.numbering().measuredFrom(), flow.numbering().measuredTo(), group),
                    flow.totals(),
                    flow.sent(),
                    flow.ok(),
                    new MessageSet(),
                    flow.perSecond(),
                    null,
                    null)
                .sentBy(own)));
  }

  DeviceBook tenants(List<TenantBook> tenants) {
    this.tenants = tenants;
    return book();
  }

  /** Of so many devices, whose messages so many sessions carry. */
  DeviceBook carried(long carried, long sessions, double askedOfTelemetry) {
    this.devices =
        new DeviceBook.FleetCounts(
            sessions,
            sessions,
            sessions,
            devices.failed(),
            devices.disconnects(),
            devices.connectTime(),
            null,
            null,
            carried);
    return telemetry(askedOfTelemetry, flows.get("telemetry").numbering().measuredFrom());
  }

  /** With these handshakes, begun that many seconds after the epoch. */
  DeviceBook handshakes(Handshakes handshakes, int began) {
    this.devices = devices.with(handshakes);
    return phases(new DeviceBook.PhaseTimes("connect", began * 1_000L, began * 1_000L + 5_000));
  }

  DeviceBook runId(String runId) {
    this.runId = runId;
    return book();
  }

  DeviceBook seconds(double seconds) {
    this.seconds = seconds;
    return book();
  }

  DeviceBook phases(DeviceBook.PhaseTimes... phases) {
    this.phases = List.of(phases);
    return book();
  }

  DeviceBook telemetry(Double asked, long from) {
    DeviceBook.DeviceFlow flow = flows.get("telemetry");
    return flows(
        Map.of(
            "telemetry",
            new DeviceBook.DeviceFlow(
                FlowTerms.rate(asked),
                new FlowNumbers(from, flow.numbering().measuredTo(), null),
                new FlowTotals(
                    flow.totals().warmUp(),
                    flow.totals().measured(),
                    flow.totals().response(),
                    flow.totals().service(),
                    null,
                    0),
                flow.sent(),
                flow.ok(),
                new MessageSet(),
                flow.perSecond(),
                null,
                null)));
  }

  DeviceBook closed(ClosedModel users) {
    Map<String, DeviceBook.DeviceFlow> changed = new LinkedHashMap<>(flows);
    changed.computeIfPresent("telemetry", (name, flow) -> flow.with(users));
    return flows(changed);
  }

  DeviceBook flows(Map<String, DeviceBook.DeviceFlow> flows) {
    this.flows = flows;
    return book();
  }

  DeviceBook generator(double limit, LatencyHistogram lag, String... reasons) {
    this.generator = new GeneratorHealth(generator.lag(), limit, 0, 0, List.of(reasons));
    this.lag = lag;
    return book();
  }

  DeviceBook killed(List<DeviceBook.PhaseTimes> phases, Map<String, DeviceBook.DeviceFlow> flows) {
    this.complete = false;
    this.phases = phases;
    this.flows = flows;
    return book();
  }
}
