// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.arion.grpc.ArionFleet;
import io.fleetload.arion.grpc.ServerAccess;
import io.fleetload.arion.profile.ArionFlow;
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
import io.fleetload.pack.DeviceCosts;
import io.fleetload.pack.Provisioner;
import io.fleetload.pack.Target;
import io.fleetload.process.PemFile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.profile.key.Kinds;
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
    List<FlowSpec> specs = new ArrayList<>();
    profile.flows().forEach((name, flow) -> add(name, flow, specs));
    return specs;
  }

  private void add(String name, ArionFlow flow, List<FlowSpec> specs) {
    FlowSpec its = flow(name, name).ofKind(Kinds.name(flow.getClass()));
    FlowSpec alone = its.ofTheDeviceOnly();
    if (flow instanceof ArionFlow.Read read) {
      specs.add(alone.withWindow(read.window()));
    } else if (flow instanceof ArionFlow.Stream stream) {
      specs.add(alone.withResponses(stream.requests()));
    } else if (flow instanceof ArionFlow.Write write) {
      int watchers = profile.watchers().each();
      FlowSpec all = watchers > 0 ? its.withReceivers(watchers) : alone;
      specs.add(all.withWindow(write.window()).withTurns());
      if (write.readBack()) {
        FlowSpec reads = flow(ArionFlow.readBack(name), name);
        specs.add(reads.ofKind(ArionFlow.READ_BACK).following(name));
      }
    } else {
      specs.add(alone.withResponses(profile.rules().ofGroup()));
    }
  }

  /** A flow, or one that is added to a head and has its timeout. */
  private FlowSpec flow(String name, String head) {
    return FlowSpec.of(name, profile.timeout(head).nanos(), RequestBodies.of(name, profile));
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException {
    DeviceDriver fleet = ArionFleet.start(profile, own, clock);
    return Flow.of(ArionFlow.HazelcastWatch.class, profile.flows()).isEmpty()
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

  /**
   * {@inheritDoc}
   *
   * <p>Source: docs/reference/benchmarks.md, "Beside other tools and libraries": unary reads beside
   * ghz.
   */
  @Override
  public DeviceCosts costs() {
    return new DeviceCosts(null, 133_800, null, null);
  }

  @Override
  public Target target() {
    return profile.target().of();
  }
}
