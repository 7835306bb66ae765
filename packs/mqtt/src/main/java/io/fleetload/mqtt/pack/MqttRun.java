// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.pack;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.mqtt.backend.SubscriberBackend;
import io.fleetload.mqtt.client.MqttFleet;
import io.fleetload.mqtt.profile.BrokerUrl;
import io.fleetload.mqtt.profile.Contents;
import io.fleetload.mqtt.profile.MqttFlow;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.MqttTarget;
import io.fleetload.pack.Description;
import io.fleetload.pack.DeviceCosts;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.key.Kinds;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import io.fleetload.wire.SourcePorts;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run against an MQTT broker. */
record MqttRun(MqttProfile profile, Contents contents) implements Description {
  private static final String BROKER_JAR = "packs/mqtt/embedded/target/mqtt-embedded.jar";

  MqttRun(MqttProfile profile) {
    this(profile, new Contents(profile));
  }

  @Override
  public List<FlowSpec> flows() {
    List<FlowSpec> specs = new ArrayList<>();
    profile.flows().forEach((name, flow) -> specs.add(spec(name, flow)));
    return specs;
  }

  private FlowSpec spec(String name, MqttFlow flow) {
    FlowSpec spec =
        FlowSpec.of(name, profile.timeout(name).nanos(), contents.of(name))
            .ofKind(Kinds.name(flow.getClass()));
    spec = spec.withWindow(flow.window());
    if (!flow.isForSubscribers()) {
      return spec.toTheDevice();
    }
    int receivers = profile.subscribers().receivers();
    return receivers == 0 ? spec.ofTheDeviceOnly() : spec.withReceivers(receivers);
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException {
    contents.read();
    return MqttFleet.start(profile, own, clock);
  }

  @Override
  public void checkFiles(ProfileChecks checks, Instant now) {
    MqttTarget.Tls tls = profile.target().tls();
    if (tls != null) {
      checks.file("target.tls", () -> tls.files().check(now));
    }
  }

  @Override
  public void checkHost(int sessions, ProfileChecks checks) {
    SourcePorts.check("devices.count", profile, sessions, checks);
  }

  @Override
  public String unreachable(ShardDevices own, Cause cause) {
    String where = profile.target().broker();
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the broker at %s is not reachable: nothing listens there (target.broker)"
          .formatted(where);
    }
    return "the broker at %s does not let client %s in: %s (target.broker, devices)%s"
        .formatted(
            where,
            profile.devices().name(own.device(0)),
            cause.key(),
            profile.target().advice(cause));
  }

  @Override
  public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return profile.subscribers().count() == 0
        ? Optional.empty()
        : Optional.of(new SubscriberBackend(profile, clock, stop));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Sources: docs/reference/benchmarks.md, "MQTT": the row of 256 B and 1,000 connections at
   * 20,000/s, for QoS 2 the row of 15,000/s; the paragraph below that table for memory and
   * connections. Decision 25 has the memory of TLS, with which connects were not measured.
   */
  @Override
  public DeviceCosts costs() {
    boolean exactlyOnce = profile.flows().values().stream().anyMatch(each -> each.qos() == 2);
    int messages = exactlyOnce ? 69_700 : 75_400;
    boolean secure = profile.target().brokers().stream().anyMatch(BrokerUrl::secure);
    return secure
        ? new DeviceCosts(1_440 + 6_600, messages, null, null)
        : new DeviceCosts(1_440, messages, 13_000, null);
  }

  @Override
  public Target target() {
    MqttTarget target = profile.target();
    List<Target.MetricsPage> pages =
        target.metrics() == null
            ? List.of()
            : List.of(new Target.MetricsPage(target.metrics(), List.of("server"), false));
    return new Target(
        target.isEmbedded() ? embedded(target) : null,
        null,
        List.of("server"),
        pages,
        target.brokers().stream().map(each -> each.address()).toList(),
        List.of(),
        null,
        Target.Preparation.NONE,
        Span.parse("60s"));
  }

  private static Launch embedded(MqttTarget target) {
    return Launch.of(
            "mqtt-broker", "the embedded MQTT broker", BROKER_JAR, "-Xmx1g", "-XX:+UseSerialGC")
        .withMetricsPort(target.wanted().arguments())
        .saying(line -> ready(target, line));
  }

  private static Launch.ReadyValues ready(MqttTarget target, Map<String, String> line) {
    return new Launch.ReadyValues(
        List.of(
            "target.broker=tcp://" + line.get("server"), "target.metrics=" + line.get("metrics")),
        URI.create(line.get("metrics")),
        target.described() + ": " + line.get("broker"));
  }
}
