// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.jt808.profile.Jt808Flow.Alert;
import io.fleetload.jt808.profile.Jt808Flow.Heartbeat;
import io.fleetload.jt808.profile.Jt808Flow.Location;
import io.fleetload.profile.Common;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Flow;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import java.util.ArrayList;
import java.util.List;
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
    @Doc(value = "the flows of messages, each by a name of your choice", required = true)
        Map<String, Jt808Flow> flows)
    implements LoadProfile {
  /** Nothing answers faster than that, so no terminal sends more messages one after the other. */
  private static final double MOST_IN_TURN_PER_SECOND = 20_000;

  /** Difference that rounding may make between equal lengths of time. */
  private static final long ROUNDING_NANOS = 1_000_000;

  /** Fills in what the profile leaves open. */
  public Jt808Profile {
    target = target == null ? Jt808Target.EMBEDDED : target;
    flows = Flow.inOrder(flows);
    boolean published = flows.values().stream().anyMatch(each -> !(each instanceof Heartbeat));
    backend = (backend == null || backend) && published;
    common =
        common
            .orMeasure(
                Limit.of(flows, devices).stream().findFirst().map(Limit::length).orElse(null))
            .completed(flows.values(), devices.longestTimeout());
  }

  /**
   * The limit of a flow.
   *
   * @param terminals how many send its locations
   * @param length time until each of them sent as many as the limit says
   */
  private record Limit(String flow, int locations, int terminals, Rate rate, Span length) {
    static List<Limit> of(Map<String, Jt808Flow> flows, Terminals devices) {
      List<Limit> limits = new ArrayList<>();
      Flow.of(Location.class, flows)
          .forEach(
              (name, location) -> {
                Rate rate = location.timing().in(devices).rate();
                boolean constant = rate != null && location.timing().day() == null;
                if (location.limit() != null && constant && rate.perSecond() > 0) {
                  int terminals = devices.group(location.timing().of()).count();
                  double seconds = (double) location.limit() * terminals / rate.perSecond();
                  Span length = new Span(Math.round(seconds * 1e9));
                  limits.add(new Limit(name, location.limit(), terminals, rate, length));
                }
              });
      return limits;
    }

    String path() {
      return "flows." + flow + ".limit";
    }

    boolean isReachedIn(Span time) {
      return Math.abs(length.nanos() - time.nanos()) <= ROUNDING_NANOS;
    }
  }

  @Override
  @JsonIgnore
  public Map<String, Jt808Flow> flowsByName() {
    return flows;
  }

  @Override
  public void check(ProfileChecks checks) {
    target.check(backend, checks);
    Registrations.check(this, checks);
    new PhoneBook(devices).check(checks);
    Flow.of(Location.class, flows)
        .forEach((name, flow) -> checkLocation("flows." + name, flow, checks));
    checkLimits(checks);
    Flow.of(Alert.class, flows).keySet().forEach(name -> checkAlert("flows." + name, checks));
  }

  @Override
  public void checkSound(ProfileChecks checks) {
    if (backend) {
      LocationStamp stamps = new LocationStamp(this);
      if (stamps.flows() > LocationStamp.MOST_FLOWS) {
        checks.problem(
            "flows",
            "need %d marks in the places of locations, expected at most %d: one for each flow of locations, two for each of alerts; write fewer flows"
                .formatted(stamps.flows(), LocationStamp.MOST_FLOWS));
        return;
      }
      flows.forEach((name, flow) -> checkRounds(name, flow, stamps.mostRounds(), checks));
    }
  }

  private void checkLocation(String path, Location location, ProfileChecks checks) {
    if (location.limit() != null
        && (location.timing().in(devices).rate() == null || location.timing().day() != null)) {
      checks.problem(
          path + ".limit",
          "needs rate or every, without day; a closed model has closed.iterations instead");
    }
    if (location.batch() != null) {
      checks.when(
          location.batch().size() > location.window(),
          path + ".window",
          "found %d, expected at least %d: so many locations wait for one batch (%s.batch.size)"
              .formatted(location.window(), location.batch().size(), path));
      DeviceGroup group = devices.group(location.timing().of());
      Span timeout = group.devices().timeout();
      checks.when(
          location.batch().within().nanos() >= timeout.nanos(),
          path + ".batch.within",
          "found \"%s\", expected less than %s.timeout, which is %s"
              .formatted(location.batch().within(), group.path(), timeout));
    }
  }

  private void checkLimits(ProfileChecks checks) {
    List<Limit> limits = Limit.of(flows, devices);
    for (Limit each : limits) {
      Limit first = limits.get(0);
      if (!each.isReachedIn(first.length)) {
        checks.problem(
            "phases.measure",
            "would be %s for %s, and %s for %s; write limits and rates that take the same time, or only one limit"
                .formatted(first.length, first.path(), each.length, each.path()));
        return;
      }
      if (!each.isReachedIn(phases().measure())) {
        checks.problem(
            "phases.measure",
            "found \"%s\", expected %s, in which %d terminals send %d locations each at %s; or leave it out, or %s"
                .formatted(
                    phases().measure(),
                    each.length,
                    each.terminals,
                    each.locations,
                    each.rate,
                    each.path()));
        return;
      }
    }
  }

  private void checkAlert(String path, ProfileChecks checks) {
    if (!backend) {
      checks.problem(path, "needs a backend that answers; leave out backend: false, or this");
    } else if (!target.takesCommands()) {
      checks.problem(
          path,
          "needs commands, and the server at %s offers no way to send them; leave it out, or say with target.commands on which NATS subject it takes them"
              .formatted(target.server()));
    }
  }

  /** Most messages of a flow that one terminal sends. */
  double mostRounds(String name) {
    Timing flow = timings().get(name);
    if (flow.times() != null) {
      // The terminals of a trace have no turns, which a stamp needs, so it is refused for them.
      return 0;
    }
    if (flow.closed() == null) {
      return FlowRates.of(flow, phases()).total() / group(name).count();
    }
    Integer asked = flow.closed().mostOfOneUser();
    return asked == null ? phases().beforeDrain().seconds() * MOST_IN_TURN_PER_SECOND : asked;
  }

  /** Checks whether the stamp has room for as many messages of a terminal as there may be. */
  private void checkRounds(String name, Jt808Flow flow, int room, ProfileChecks checks) {
    double most = flow instanceof Heartbeat ? 0 : mostRounds(name);
    if (most >= room - 1) {
      checks.problem(
          "flows." + name + (flow.timing().stages() == null ? "" : ".stages"),
          "may have %.0f messages of each terminal, expected less than %d; write fewer, %s"
              .formatted(
                  most,
                  room,
                  room == LocationStamp.MOST_ROUNDS
                      ? "or a shorter time"
                      : "a shorter time, or fewer flows"));
    }
  }
}
