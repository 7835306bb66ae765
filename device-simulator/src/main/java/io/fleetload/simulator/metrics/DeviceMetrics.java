// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.metrics;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.metrics.Meters;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.GroupSessions;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.simulator.measure.TenantCounts;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The device side's books, as Prometheus names them. */
public final class DeviceMetrics {
  private static final String FLOW = "flow";
  private static final String PERIOD = "period";
  private static final String CAUSE = "cause";
  private static final String TENANT = "tenant";
  private static final String GROUP = "group";

  private final Meters meters;

  /** Shows them on those meters. */
  public DeviceMetrics(Meters meters) {
    this.meters = meters;
  }

  /** Shows the figures of the books. */
  public void show(RunFigures figures) {
    connections(figures.devices());
    figures.groups().forEach(this::group);
    figures.flows().forEach(this::flow);
    LatencySummary lag = figures.lag();
    if (lag.count() > 0) {
      lag("0.5", lag.times().p50());
      lag("0.99", lag.times().p99());
    }
  }

  private void lag(String quantile, double millis) {
    meters.gauge(
        "fleetload.generator.lag.seconds",
        "How late the generator itself handled the messages of the measured phase",
        millis / 1e3,
        "quantile",
        quantile);
  }

  private void connections(DeviceBook.FleetCounts devices) {
    meters.gauge("fleetload.devices.asked", "Sessions that the profile asks for", devices.asked());
    meters.gauge("fleetload.devices.connected", "Sessions that were opened", devices.connected());
    meters.counter("fleetload.connect.attempts", "Connection attempts", devices.attempts());
    byCause(
        "fleetload.connect.failed",
        "Connection attempts that failed",
        withZeros(devices.failed(), Cause.Transport.HANDSHAKE.key()));
    meters.counter("fleetload.disconnects", "Sessions lost in the run", devices.disconnects());
    if (devices.handshakes() != null) {
      handshakes("full", devices.handshakes().full());
      handshakes("resumed", devices.handshakes().resumed());
    }
    if (devices.reconnects() != null) {
      sessions(devices.reconnects());
    }
  }

  /** Names of their own, as those of tenants have. */
  private void group(GroupSessions.GroupCounts counts) {
    meters.gauge(
        "fleetload.group.sessions.asked",
        "Sessions that the profile asks for, by group of devices",
        counts.asked(),
        GROUP,
        counts.group());
    meters.gauge(
        "fleetload.group.sessions.connected",
        "Sessions that were opened, by group of devices",
        counts.connected(),
        GROUP,
        counts.group());
    meters.gauge(
        "fleetload.group.sessions.outstanding",
        "Sessions that ended and are not back yet, by group of devices",
        counts.outstanding(),
        GROUP,
        counts.group());
  }

  private void sessions(Reconnects again) {
    ended("churn", again.ends().churned());
    ended("storm", again.ends().stormed());
    ended("rebind", again.ends().rebindLost());
    ended("target", again.ends().targetEnded());
    ended("silent", again.ends().silent());
    meters.gauge(
        "fleetload.sessions.outstanding",
        "Sessions that ended and are not back yet",
        again.outstanding());
  }

  private void ended(String why, long count) {
    meters.counter(
        "fleetload.sessions.ended", "Sessions that ended and begin again", count, "why", why);
  }

  private void handshakes(String kind, long count) {
    meters.counter("fleetload.handshakes", "Handshakes that went well", count, "kind", kind);
  }

  private void flow(String name, FlowFigures flow) {
    if (flow.askedNow() != null) {
      meters.gauge(
          "fleetload.asked.messages.per.second",
          "Rate that the profile asks for in the current phase",
          flow.askedNow(),
          FLOW,
          name);
    }
    meters.gauge(
        "fleetload.messages.in.flight",
        "Messages without an outcome now",
        flow.warmUp().unsettled() + flow.measured().unsettled(),
        FLOW,
        name);
    counts(flow.warmUp(), FLOW, name, PERIOD, "warmUp");
    counts(flow.measured(), FLOW, name, PERIOD, "measured");
    meters.latencies(
        "fleetload_response_seconds",
        "From the intended send time to the outcome, messages that went well",
        name,
        flow.recent());
    flow.tenants().forEach(each -> ofTenant(each, TENANT, each.tenant(), FLOW, name));
  }

  /** Names of their own: beside those of all, a sum over the label would count all twice. */
  private void ofTenant(TenantCounts counts, String... labels) {
    meters.counter(
        "fleetload.tenant.messages.sent",
        "Messages of the measured phase handed to the wire, by tenant",
        counts.sent(),
        labels);
    meters.counter(
        "fleetload.tenant.messages.ok",
        "Messages of the measured phase that went well, by tenant",
        counts.ok(),
        labels);
    meters.counter(
        "fleetload.tenant.messages.failed",
        "Messages of the measured phase that failed, by tenant",
        counts.failed(),
        labels);
  }

  private void counts(FlowCounts counts, String... labels) {
    meters.counter(
        "fleetload.messages.scheduled", "Messages that were due", counts.scheduled(), labels);
    meters.counter("fleetload.messages.sent", "Messages handed to the wire", counts.sent(), labels);
    meters.counter("fleetload.messages.ok", "Messages that went well", counts.ok(), labels);
    meters.counter(
        "fleetload.messages.retransmitted",
        "Repetitions by the transport",
        counts.retransmitted(),
        labels);
    byCause(
        "fleetload.messages.failed",
        "Messages that failed",
        withZeros(counts.failed(), Cause.Transport.TIMEOUT.key()),
        labels);
    byCause(
        "fleetload.messages.not.sent",
        "Messages that were due and never sent",
        withZeros(counts.notSent(), NotSent.DEVICE_BUSY.key()),
        labels);
  }

  /** A rate over a counter that was never 0 would miss the first one; the commonest cause is. */
  private static Map<String, Long> withZeros(Map<String, Long> counts, String commonest) {
    Map<String, Long> all = new TreeMap<>(counts);
    all.putIfAbsent(commonest, 0L);
    return all;
  }

  private void byCause(
      String name, String description, Map<String, Long> counts, String... labels) {
    counts.forEach(
        (cause, count) -> meters.counter(name, description, count, and(labels, CAUSE, cause)));
  }

  private static String[] and(String[] labels, String key, String value) {
    String[] all = Arrays.copyOf(labels, labels.length + 2);
    all[labels.length] = key;
    all[labels.length + 1] = value;
    return all;
  }
}
