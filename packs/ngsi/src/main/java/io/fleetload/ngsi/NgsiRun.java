// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.body.Feeders;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.ngsi.http.NgsiFleet;
import io.fleetload.ngsi.notify.NotificationBackend;
import io.fleetload.ngsi.profile.NgsiFlow;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.NgsiTarget;
import io.fleetload.ngsi.provision.EntityProvisioner;
import io.fleetload.pack.Description;
import io.fleetload.pack.DeviceCosts;
import io.fleetload.pack.Provisioner;
import io.fleetload.pack.Target;
import io.fleetload.process.PemFile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.progress.Teller;
import io.fleetload.wire.SourcePorts;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A run against a broker of NGSI-LD or NGSI-v2. */
record NgsiRun(NgsiProfile profile) implements Description {
  private static final String NOT_HTTP_2 = "protocol.notHttp2";

  @Override
  public List<FlowSpec> flows() {
    return profile.flows().keySet().stream().map(name -> flow(name, profile)).toList();
  }

  private static FlowSpec flow(String name, NgsiProfile profile) {
    NgsiFlow flow = profile.flows().get(name);
    FlowSpec spec =
        FlowSpec.of(name, profile.timeout(profile.head(name)).nanos(), FlowSpec.Body.BY_THE_LINK)
            .withParts(NgsiFleet.PARTS);
    FlowSpec due = flow.after() == null ? spec : spec.asStep(flow.after().step());
    int receivers = flow.notified() ? profile.receivers(name) : 0;
    // Which entities lack notifications is computed from the requests' turns.
    return receivers > 0 ? due.withReceivers(receivers).withTurns() : due.ofTheDeviceOnly();
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException {
    NgsiTarget target = profile.target();
    if (target.url() == null) {
      throw missing("target.url", "the embedded broker");
    }
    if (target.context() == null && profile.namesContext()) {
      throw missing("target.context", "a host of the @context");
    }
    return NgsiFleet.start(profile, own, clock, Feeders.read(profile));
  }

  private static UsageException missing(String key, String started) {
    return new UsageException(
        "%s: is missing; write it, or use loadtest run, which starts %s".formatted(key, started));
  }

  @Override
  public void checkFiles(ProfileChecks checks, Instant now) {
    NgsiTarget.Tls tls = profile.target().tls();
    if (tls != null && tls.authorities() != null) {
      String key = "target.tls.authorities";
      checks.file(key, () -> new PemFile(key, tls.authorities().path()).certificates());
    }
  }

  @Override
  public void checkHost(int sessions, ProfileChecks checks) {
    SourcePorts.check("devices.connections", profile, sessions, checks);
  }

  @Override
  public String unreachable(ShardDevices own, Cause cause) {
    String url = profile.target().url();
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the broker at %s is not reachable: nothing listens there (target.url)".formatted(url);
    }
    if (cause.key().equals(NOT_HTTP_2)) {
      return "the broker at %s does not speak HTTP/2: write devices.http: 1.1".formatted(url);
    }
    if (cause == Cause.Transport.HANDSHAKE && url.startsWith("https:")) {
      return "the broker at %s opens no TLS connection: look whether target.tls.authorities and target.tls.serverName are of its certificate, and whether its port speaks TLS"
          .formatted(url);
    }
    return "the broker at %s opens no connection: %s (target.url)".formatted(url, cause.key());
  }

  @Override
  public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return profile.isNotified()
        ? Optional.of(new NotificationBackend(profile, clock, stop))
        : Optional.empty();
  }

  @Override
  public Optional<Provisioner> provisioner(Teller teller, StopSignal stop, Clock clock) {
    return Optional.of(new EntityProvisioner(profile, teller, stop, clock));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Source: docs/reference/benchmarks.md, "Beside other tools and libraries": HTTP updates of 10
   * users.
   */
  @Override
  public DeviceCosts costs() {
    return new DeviceCosts(null, 120_800, null, null);
  }

  @Override
  public Target target() {
    return NgsiTarget.of(profile);
  }
}
