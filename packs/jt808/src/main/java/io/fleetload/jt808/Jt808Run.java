// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.jt808.backend.NatsBackend;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Flow.Heartbeat;
import io.fleetload.jt808.profile.Jt808Flow.Location;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Jt808Target;
import io.fleetload.jt808.profile.Terminals;
import io.fleetload.jt808.terminal.TerminalFleet;
import io.fleetload.jt808.terminal.Track;
import io.fleetload.pack.Description;
import io.fleetload.pack.DeviceCosts;
import io.fleetload.pack.Target;
import io.fleetload.process.OpenFiles;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.key.Kinds;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.wire.SourcePorts;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run against a JT/T 808 platform. */
record Jt808Run(Jt808Profile profile) implements Description {
  @Override
  public List<FlowSpec> flows() {
    List<FlowSpec> specs = new ArrayList<>();
    profile.flows().forEach((name, flow) -> add(name, flow, specs));
    return specs;
  }

  private void add(String name, Jt808Flow flow, List<FlowSpec> specs) {
    FlowSpec spec = flow(name, name).ofKind(Kinds.name(flow.getClass()));
    if (flow instanceof Heartbeat) {
      specs.add(spec.ofTheDeviceOnly());
    } else if (flow instanceof Location location) {
      specs.add(received(spec.withWindow(location.window()), profile));
    } else {
      specs.add(received(spec, profile));
      specs.add(flow(Jt808Flow.replies(name), name).ofKind(Jt808Flow.REPLY).answeringPushed(name));
    }
  }

  private FlowSpec flow(String name, String due) {
    return FlowSpec.of(name, profile.timeout(due).nanos(), FlowSpec.Body.BY_THE_LINK);
  }

  private static FlowSpec received(FlowSpec flow, Jt808Profile profile) {
    if (!profile.backend()) {
      return flow.withTurns().ofTheDeviceOnly();
    }
    return (profile.target().hasStore() ? flow.withStore() : flow).withTurns();
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException {
    return TerminalFleet.start(profile, own, clock);
  }

  @Override
  public void checkFiles(ProfileChecks checks, Instant now) {
    Track.check(profile, checks);
    Jt808Target.Tls tls = profile.target().natsTls();
    if (tls != null) {
      checks.file("target.natsTls", () -> tls.files().check(now));
    }
  }

  @Override
  public void checkHost(int sessions, ProfileChecks checks) {
    Terminals terminals = profile.devices();
    long most = EmbeddedServer.mostTerminals();
    if (profile.target().isEmbedded() && profile.backend() && terminals.count() > most) {
      checks.problem(
          "devices.count",
          ("found %d, expected at most %d: with a backend, the embedded server is one process, and"
                  + " this host lets a process open %d files; raise that with ulimit -n, name a"
                  + " server in target.server, or say backend: false")
              .formatted(terminals.count(), most, OpenFiles.limit()));
    }
    Track.check(profile, checks);
    SourcePorts.check("devices.count", profile, sessions, checks);
  }

  @Override
  public String unreachable(ShardDevices own, Cause cause) {
    String where = profile.target().server();
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the JT/T 808 server at %s is not reachable: nothing listens there (target.server)"
          .formatted(where);
    }
    return "the JT/T 808 server at %s does not let terminal %s in: %s (target.server, devices.phone)"
        .formatted(where, profile.devices().name(own.device(0)), cause.key());
  }

  @Override
  public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return profile.backend() ? Optional.of(new NatsBackend(profile, clock)) : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Source: the table of decision 19, with 5,000 locations a second. In opening connections
   * terminals were not measured.
   */
  @Override
  public DeviceCosts costs() {
    return new DeviceCosts(2_146, 32_600, null, null);
  }

  @Override
  public Target target() {
    Jt808Target target = profile.target();
    return Target.of(
        target.isEmbedded() ? EmbeddedServer.of(target, profile.devices().count()) : null,
        target.server());
  }
}
