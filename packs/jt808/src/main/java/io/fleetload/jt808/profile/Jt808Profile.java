// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.jt808.profile.Jt808Flows.Location;
import io.fleetload.profile.Common;
import io.fleetload.profile.Flow;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import java.util.Map;

/** The profile of a load test of a JT/T 808 platform. */
public record Jt808Profile(
    @Inline Common common,
    @Doc("the platform under test") Jt808Target target,
    @Doc(
            value = "whether a backend receives what the server publishes",
            byDefault = "true, where there are flows that a server publishes")
        Boolean backend,
    @Doc(value = "the terminals", required = true) Terminals devices,
    @Doc(value = "the flows of messages", required = true) Jt808Flows flows)
    implements LoadProfile {
  /** Nothing answers faster than that, so no terminal sends more messages one after the other. */
  private static final double MOST_IN_TURN_PER_SECOND = 20_000;

  /** Fills in what the profile leaves open. */
  public Jt808Profile {
    target = target == null ? Jt808Target.EMBEDDED : target;
    backend = (backend == null || backend) && (flows.location() != null || flows.alert() != null);
    common =
        common
            .orMeasure(lengthOfLimit(flows.location(), devices.count()))
            .completed(flows.byName().values(), devices.timeout());
  }

  /** Time until each terminal sent its locations; null if there is no limit. */
  private static Span lengthOfLimit(Location location, int terminals) {
    Rate rate = location == null ? null : location.timing().of(terminals).rate();
    if (rate == null || location.limit() == null) {
      return null;
    }
    double seconds = (double) location.limit() * terminals / rate.perSecond();
    return new Span(Math.round(seconds * 1e9));
  }

  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    return flows.byName();
  }

  @Override
  public void check(ProfileChecks checks) {
    target.check(backend, checks);
    if (flows.location() != null) {
      checkLocation(flows.location(), checks);
    }
    if (flows.alert() != null) {
      checkAlert(checks);
    }
  }

  @Override
  public void checkSound(ProfileChecks checks) {
    timings().forEach((name, flow) -> checkRounds(name, flow, checks));
  }

  private void checkLocation(Location location, ProfileChecks checks) {
    Span length = lengthOfLimit(location, devices.count());
    if (location.limit() != null && length == null) {
      checks.problem(
          "flows.location.limit",
          "needs rate or every; a closed model has closed.iterations instead");
    } else if (length != null
        && Math.abs(length.nanos() - phases().measure().nanos()) > 1_000_000) {
      checks.problem(
          "phases.measure",
          "found \"%s\", expected %s, in which %d terminals send %d locations each at %s; or leave it out, or flows.location.limit"
              .formatted(
                  phases().measure(),
                  length,
                  devices.count(),
                  location.limit(),
                  location.timing().of(devices.count()).rate()));
    }
    if (location.batch() != null) {
      checks.when(
          location.batch().size() > location.window(),
          "flows.location.window",
          "found %d, expected at least %d: so many locations wait for one batch (flows.location.batch.size)"
              .formatted(location.window(), location.batch().size()));
      checks.when(
          location.batch().within().nanos() >= devices.timeout().nanos(),
          "flows.location.batch.within",
          "found \"%s\", expected less than devices.timeout, which is %s"
              .formatted(location.batch().within(), devices.timeout()));
    }
  }

  private void checkAlert(ProfileChecks checks) {
    if (!backend) {
      checks.problem(
          "flows.alert", "needs a backend that answers; leave out backend: false, or this");
    } else if (!target.takesCommands()) {
      checks.problem(
          "flows.alert",
          "needs commands, and the server at %s offers no way to send them; leave it out, or say with target.commands on which NATS subject it takes them"
              .formatted(target.server()));
    }
  }

  /** Most messages of a flow that one terminal sends. */
  double mostRounds(Timing flow) {
    if (flow.closed() == null) {
      return FlowRates.of(flow, phases()).total() / devices.count();
    }
    Integer asked = flow.closed().mostOfOneUser();
    return asked == null ? phases().beforeDrain().seconds() * MOST_IN_TURN_PER_SECOND : asked;
  }

  /** Checks whether the stamp has room for as many messages of a terminal as there may be. */
  private void checkRounds(String name, Timing flow, ProfileChecks checks) {
    boolean stamped = backend && !name.equals(Jt808Flows.HEARTBEAT);
    double most = mostRounds(flow);
    if (stamped && most >= LocationStamp.MOST_ROUNDS - 1) {
      checks.problem(
          "flows." + name + (flow.stages() == null ? "" : ".stages"),
          "may have %.0f messages of each terminal, expected less than %d; write fewer, or a shorter time"
              .formatted(most, LocationStamp.MOST_ROUNDS));
    }
  }
}
