// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.body.StampedBodies;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.hono.californium.CaliforniumFleet;
import io.fleetload.hono.certificates.AuthorityFiles;
import io.fleetload.hono.coap.HonoFlowSpecs;
import io.fleetload.hono.kafka.KafkaTarget;
import io.fleetload.hono.name.Topics;
import io.fleetload.hono.profile.ConnectionEvents;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.hono.profile.PrometheusPage;
import io.fleetload.hono.profile.X509;
import io.fleetload.hono.provisioning.Provisioning;
import io.fleetload.pack.Description;
import io.fleetload.pack.DeviceCosts;
import io.fleetload.pack.Provisioner;
import io.fleetload.pack.SessionAnnouncements;
import io.fleetload.pack.Target;
import io.fleetload.pack.TargetPart;
import io.fleetload.process.KafkaFiles;
import io.fleetload.process.PemFile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.profile.Ability;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.progress.Teller;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.Rate;
import io.fleetload.results.run.Tenants;
import io.fleetload.wire.SourcePorts;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A run against a Hono installation.
 *
 * @param bodies those that the user wrote
 */
record HonoRun(HonoProfile profile, StampedBodies bodies) implements Description {
  private static final String COMPONENT = "app.kubernetes.io/component";
  private static final String CHART = "app.kubernetes.io/name";

  @Override
  public List<FlowSpec> flows() {
    return HonoFlowSpecs.of(profile, bodies);
  }

  @Override
  public Set<Ability> abilities() {
    return isOwn() && isAll(HonoDevices.Protocol.COAP) ? Set.of(Ability.REBIND) : Set.of();
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException {
    bodies.read();
    return isOwn() ? HonoFleet.start(profile, own, clock) : CaliforniumFleet.start(profile, own);
  }

  private boolean isOwn() {
    return profile.devices().stack() == HonoDevices.Stack.OWN;
  }

  private boolean isAll(HonoDevices.Protocol protocol) {
    return profile.devices().protocols().equals(Set.of(protocol));
  }

  @Override
  public void checkFiles(ProfileChecks checks, Instant now) {
    HonoTarget target = profile.target();
    if (target.access().mongodbTls() != null) {
      checks.file("target.mongodbTls", () -> target.access().mongodbTls().files().check(now));
    }
    if (target.access().mongodbFile() != null) {
      readable("target.mongodbFile", target.access().mongodbFile(), checks);
    }
    String kafka = "target.kafkaProperties";
    checks.file(kafka, () -> KafkaFiles.check(kafka, target.kafkaProperties(), now));
    if (target.adapters().trust() != null) {
      checks.file(
          "target.trust",
          () -> new PemFile("target.trust", target.adapters().trust().path()).certificates());
    }
    X509 x509 = profile.devices().x509();
    if (x509 != null && x509.trust() != null && !x509.trustAny()) {
      String key = "devices.x509.trust";
      checks.file(key, () -> new PemFile(key, x509.trust().path()).certificates());
    }
    if (x509 != null) {
      AuthorityFiles files = AuthorityFiles.of(x509);
      Tenants tenants = profile.sharedBy();
      for (int i = 0; i < tenants.count(); i++) {
        String tenant = tenants.id(i);
        checks.file(AuthorityFiles.KEY, () -> files.check(tenant, now, target.provision()));
      }
    }
    for (DeviceGroup each : profile.devices().groups()) {
      HonoDevices.Psk psk = ((HonoDevices) each.devices()).psk();
      if (psk != null && psk.file() != null) {
        readable(each.path() + ".psk.file", psk.file(), checks);
      }
    }
  }

  private static void readable(String key, FileBesideProfile file, ProfileChecks checks) {
    checks.file(key, () -> new UserFile(key, file.path()).requireReadable());
  }

  @Override
  public void checkHost(int sessions, ProfileChecks checks) {
    String key = profile.gateways() == null ? "devices.count" : "gateways.count";
    SourcePorts.check(key, profile, sessions, checks);
  }

  @Override
  public String unreachable(ShardDevices own, Cause cause) {
    return NoSession.line(cause, profile, own);
  }

  @Override
  public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return Optional.of(new KafkaTarget(profile, clock, stop));
  }

  @Override
  public Optional<Provisioner> provisioner(Teller teller, StopSignal stop, Clock clock) {
    return Optional.of(new Provisioning(profile, teller, stop, clock));
  }

  @Override
  public Target target() {
    HonoTarget target = profile.target();
    boolean embedded = target.kind() == HonoTarget.Kind.EMBEDDED;
    boolean known = target.access().namesDatabase() || target.access().registry() != null;
    return new Target(
        embedded ? EmbeddedHono.of(profile) : null,
        null,
        PrometheusPage.installation(),
        target.prometheus().stream().map(PrometheusPage::shown).toList(),
        embedded ? List.of() : endpoints(target),
        target.provision() ? target.access().addresses() : List.of(),
        new Target.ServiceMetrics("hono_amqp_nocredit_total", "hono_amqp_timeout_total", "hono_"),
        target.provision()
            ? Target.Preparation.APPLY
            : known ? Target.Preparation.CHECK : Target.Preparation.NONE,
        target.gone());
  }

  @Override
  public SessionAnnouncements announcements() {
    return ConnectionEvents.of(profile);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Sources: docs/reference/benchmarks.md, rows {@code requests-800B}, {@code stacks}, {@code
   * handshakes}, {@code memory} and {@code provisioning} of 1,000,000 devices. Through the
   * registry's HTTP API devices are written 13.8 times slower than 7,226/s. Handshakes with
   * certificates were not measured, and neither were devices of MQTT and HTTP.
   */
  @Override
  public DeviceCosts costs() {
    if (!isAll(HonoDevices.Protocol.COAP)) {
      return DeviceCosts.NOT_MEASURED;
    }
    int written = profile.target().access().registry() == null ? 22_200 : 520;
    Integer connects = profile.devices().x509() == null ? 5_880 : null;
    return isOwn()
        ? new DeviceCosts(3_430, 62_500, connects, written)
        : new DeviceCosts(null, 22_300, null, written);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Names of services: {@code hono-deploy/compose/compose.yaml}. Labels: Hono's Helm chart.
   */
  @Override
  public List<TargetPart> parts() {
    List<HonoDevices.Protocol> spoken = profile.devices().protocols().stream().sorted().toList();
    String adapters =
        spoken.stream()
            .map(each -> each.adapter().replace("hono-", "adapter-"))
            .collect(Collectors.joining(", "));
    return List.of(
        new TargetPart(
            "adapter",
            spoken.stream().map(each -> each + " adapter").toList(),
            List.of("adapter"),
            COMPONENT + " in (" + adapters + ")"),
        new TargetPart("auth", List.of(), List.of("auth"), COMPONENT + " = service-auth"),
        new TargetPart(
            "registry",
            List.of("device registry"),
            List.of("registry"),
            COMPONENT + " = service-device-registry"),
        new TargetPart(
            "router",
            List.of("command router"),
            List.of("router"),
            COMPONENT + " = service-command-router"),
        new TargetPart("kafka", List.of("Kafka broker"), List.of("kafka"), CHART + " = kafka"),
        new TargetPart(
            "infinispan",
            List.of("Infinispan server"),
            List.of("data-grid"),
            COMPONENT + " = data-grid"),
        new TargetPart("mongodb", List.of(), List.of("mongodb"), CHART + " = mongodb"));
  }

  private static List<String> endpoints(HonoTarget target) {
    List<String> endpoints = new ArrayList<>(target.adapters().all());
    endpoints.add(target.kafka());
    return endpoints;
  }

  @Override
  public Map<String, Integer> partitions() {
    Map<String, Integer> partitions = new LinkedHashMap<>();
    Tenants tenants = profile.sharedBy();
    for (int i = 0; i < tenants.count(); i++) {
      Topics topics = new Topics(tenants.id(i), profile.topics());
      topics.ofTenant().forEach(each -> partitions.put(each, topics.partitions().get(each)));
    }
    return partitions;
  }

  /**
   * {@inheritDoc}
   *
   * <p>One command query of every device: it is what makes Hono look up tenant, registration and
   * route of a device for the first time. The schedule takes the devices in turn.
   */
  @Override
  public Optional<List<String>> warming(Rate rate) {
    long millis = (long) Math.ceil(profile.devices().count() * 1_000.0 / rate.perSecond());
    return Optional.of(
        List.of(
            "run.name=warm",
            "target.provision=false",
            "devices.life={}",
            "phases.ramp=0s",
            "phases.warmUp=0s",
            "phases.measure=" + millis + "ms",
            "flows={commandQuery: {rate: " + rate + "}}",
            "thresholds=[ledger.unaccounted == 0, flows.*.failed == 0, flows.*.achieved >= 0%]"));
  }
}
