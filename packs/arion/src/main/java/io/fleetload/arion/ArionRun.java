// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.arion.grpc.ArionFleet;
import io.fleetload.arion.grpc.ServerAccess;
import io.fleetload.arion.profile.ArionFlows;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.provision.RuleProvisioner;
import io.fleetload.arion.rule.RequestBodies;
import io.fleetload.arion.watch.HazelcastFleet;
import io.fleetload.arion.watch.WatchingBackend;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.pack.Description;
import io.fleetload.pack.Provisioner;
import io.fleetload.pack.Target;
import io.fleetload.process.PemFile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.progress.Teller;
import io.fleetload.wire.SourcePorts;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run against an Arion master. */
record ArionRun(ArionProfile profile) implements Description {
  /** Prefix of the key of a cause; the rest of the key names a method. */
  private static final String NO_METHOD = "protocol.grpc.unimplemented.";

  @Override
  public List<FlowSpec> flows() {
    ArionFlows flows = profile.flows();
    int ofGroup = profile.rules().ofGroup();
    List<FlowSpec> specs = new ArrayList<>();
    if (flows.read() != null) {
      specs.add(alone(ArionFlows.READ, profile).withWindow(flows.read().window()));
    }
    if (flows.stream() != null) {
      specs.add(alone(ArionFlows.STREAM, profile).withResponses(flows.stream().requests()));
    }
    if (flows.write() != null) {
      specs.add(written(profile));
      if (flows.write().readBack()) {
        specs.add(flow(ArionFlows.READ_BACK, profile).following(ArionFlows.WRITE));
      }
    }
    if (flows.watch() != null) {
      specs.add(alone(ArionFlows.WATCH, profile).withResponses(ofGroup));
    }
    if (flows.hazelcastWatch() != null) {
      specs.add(alone(ArionFlows.HAZELCAST_WATCH, profile).withResponses(ofGroup));
    }
    return specs;
  }

  private static FlowSpec flow(String name, ArionProfile profile) {
    return FlowSpec.of(name, profile.devices().timeout().nanos(), RequestBodies.of(name, profile));
  }

  private static FlowSpec alone(String name, ArionProfile profile) {
    return flow(name, profile).ofTheDeviceOnly();
  }

  private static FlowSpec written(ArionProfile profile) {
    FlowSpec write = flow(ArionFlows.WRITE, profile).withWindow(profile.flows().write().window());
    return profile.isWatched()
        ? write.withReceivers(profile.watchers().each())
        : write.ofTheDeviceOnly();
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException {
    DeviceDriver fleet = ArionFleet.start(profile, own, clock);
    return profile.flows().hazelcastWatch() == null
        ? fleet
        : HazelcastFleet.start(profile, fleet, clock);
  }

  @Override
  public void checkFiles(ProfileChecks checks, Instant now) {
    ArionTarget.Tls tls = profile.target().tls();
    checks.file(
        tls == null ? "target.metadata" : "target.tls",
        () -> {
          var unused = ServerAccess.of(profile.target());
          if (tls != null && tls.certificate() != null) {
            new PemFile("target.tls.certificate", tls.certificate().path()).requireInForce(now);
          }
        });
  }

  @Override
  public void checkHost(int sessions, ProfileChecks checks) {
    SourcePorts.check("devices.connections", profile, sessions, checks);
  }

  @Override
  public String unreachable(ShardDevices own, Cause cause) {
    String server = profile.target().server();
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the server at %s is not reachable: nothing listens there (target.server)"
          .formatted(server);
    }
    if (cause.key().startsWith(NO_METHOD)) {
      return "the server at %s has no method %s: it is no Arion master (target.server)"
          .formatted(server, cause.key().substring(NO_METHOD.length()));
    }
    return "the server at %s opens no HTTP/2 connection: %s (target.server)"
        .formatted(server, cause.key());
  }

  @Override
  public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return profile.isWatched()
        ? Optional.of(new WatchingBackend(profile, clock))
        : Optional.empty();
  }

  @Override
  public Optional<Provisioner> provisioner(Teller teller, StopSignal stop, Clock clock) {
    return Optional.of(new RuleProvisioner(profile, teller, stop));
  }

  @Override
  public Target target() {
    return profile.target().of();
  }
}
