// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.jt808.Jt808Flows.Location;
import io.fleetload.jt808.Jt808Flows.Repeated;
import io.fleetload.profile.Condition;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.Doc;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.Generator;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Run;
import io.fleetload.profile.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The profile of a load test of a JT/T 808 platform. */
public record Jt808Profile(
    @Doc("where the schema of this file lies, for editors") @JsonProperty("$schema") String schema,
    @Doc(
            value = "the campaign that this profile is for",
            required = true,
            form = "jt808",
            expected = "jt808")
        String pack,
    @Doc(value = "name and seed of the run", required = true) Run run,
    @Doc("where the shards of a run agree on when to begin and hand in their books")
        Coordination coordination,
    @Doc("the platform under test") Jt808Target target,
    @Doc(
            value = "whether a backend receives what the server publishes",
            byDefault = "true, where there are flows that a server publishes")
        Boolean backend,
    @Doc(value = "the terminals", required = true) Terminals devices,
    @Doc(value = "the phases of the run", required = true) Phases phases,
    @Doc(value = "the flows of messages", required = true) Jt808Flows flows,
    @Doc("limits over which the generator calls itself the limit") Generator generator,
    @Doc(value = "bounds on figures of the result", byDefault = "those in docs/thresholds.md")
        List<Condition> thresholds,
    @Doc("the run that thresholds may compare with") String baseline,
    @Doc("the search of loadtest find-limit") FindLimit findLimit)
    implements LoadProfile {
  private static final double SAME = 1e-6;

  /** Nothing answers faster than that, so no terminal sends more messages one after the other. */
  private static final double MOST_IN_TURN_PER_SECOND = 20_000;

  /** Fills in what the profile leaves open. */
  public Jt808Profile {
    target = target == null ? Jt808Target.EMBEDDED : target;
    generator = generator == null ? new Generator(null) : generator;
    flows = flows.withRates(devices.count());
    backend = (backend == null || backend) && (flows.location() != null || flows.alert() != null);
    phases =
        phases
            .orMeasure(lengthOfLimit(flows.location(), devices.count()))
            .orMeasure(FlowRates.lengthOfStages(flows.byName().values()))
            .orDrain(devices.timeout());
    thresholds = thresholds == null ? List.of() : List.copyOf(thresholds);
  }

  /** How long it takes until each terminal sent its locations; null where there is no limit. */
  private static Span lengthOfLimit(Location location, int terminals) {
    if (location == null || location.limit() == null || location.rate() == null) {
      return null;
    }
    double seconds = (double) location.limit() * terminals / location.rate().perSecond();
    return new Span(Math.round(seconds * 1e9));
  }

  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    return new LinkedHashMap<>(flows.byName());
  }

  @Override
  public List<String> flowNames() {
    return List.of(Jt808Flows.HEARTBEAT, Jt808Flows.LOCATION, Jt808Flows.ALERT, Jt808Flows.REPLY);
  }

  @Override
  public Map<String, String> answers() {
    return Map.of(Jt808Flows.REPLY, Jt808Flows.ALERT);
  }

  @Override
  public boolean readsStore() {
    return backend && target.hasStore();
  }

  @Override
  public String tested() {
    return target.described();
  }

  @Override
  public void check(ProfileChecks checks) {
    target.check(backend, checks);
    flows.byName().forEach((name, flow) -> checkEvery("flows." + name + ".every", flow, checks));
    if (flows.location() != null) {
      checkLocation(flows.location(), checks);
    }
    if (flows.alert() != null) {
      checkAlert(checks);
    }
    List<String> wrong = new ArrayList<>();
    LoadProfile.super.check(
        (path, message) -> {
          wrong.add(path);
          checks.problem(path, message);
        });
    // Of stages that are wrong nobody knows how many messages they make.
    if (wrong.isEmpty()) {
      flows.byName().forEach((name, flow) -> checkRounds("flows." + name, flow, checks));
    }
  }

  private void checkEvery(String key, Repeated flow, ProfileChecks checks) {
    if (flow.every() == null) {
      return;
    }
    if (flow.every().nanos() == 0) {
      checks.problem(key, "found \"0s\", expected a length of time above 0");
    } else if (flow.rate() == null
        || Math.abs(flow.rate().perSecond() * flow.every().seconds() / devices.count() - 1)
            > SAME) {
      checks.problem(
          key,
          "is given together with rate, stages or closed, expected one of every, rate, stages,"
              + " closed");
    }
  }

  private void checkLocation(Location location, ProfileChecks checks) {
    Span length = lengthOfLimit(location, devices.count());
    if (location.limit() != null && length == null) {
      checks.problem(
          "flows.location.limit",
          "needs rate or every; a closed model has closed.iterations instead");
    } else if (length != null && Math.abs(length.nanos() - phases.measure().nanos()) > 1_000_000) {
      checks.problem(
          "phases.measure",
          "found \"%s\", expected %s, in which %d terminals send %d locations each at %s; or leave it out, or flows.location.limit"
              .formatted(
                  phases.measure(), length, devices.count(), location.limit(), location.rate()));
    }
    if (location.batch() != null) {
      if (location.batch().size() > location.window()) {
        checks.problem(
            "flows.location.window",
            "found %d, expected at least %d: so many locations wait for one batch (flows.location.batch.size)"
                .formatted(location.window(), location.batch().size()));
      }
      if (location.batch().within().nanos() >= devices.timeout().nanos()) {
        checks.problem(
            "flows.location.batch.within",
            "found \"%s\", expected less than devices.timeout, which is %s"
                .formatted(location.batch().within(), devices.timeout()));
      }
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

  /** How many messages of a flow one terminal sends at most. */
  double mostRounds(Flow flow) {
    if (flow.closed() == null) {
      return FlowRates.of(flow, phases).total() / devices.count();
    }
    Integer asked = flow.closed().mostOfOneUser();
    return asked == null ? phases.beforeDrain().seconds() * MOST_IN_TURN_PER_SECOND : asked;
  }

  /** Whether the stamp has room for as many messages of a terminal as there may be. */
  private void checkRounds(String key, Flow flow, ProfileChecks checks) {
    boolean stamped = backend && flow != flows.heartbeat();
    double most = mostRounds(flow);
    if (stamped && most >= LocationStamp.MOST_ROUNDS - 1) {
      checks.problem(
          flow.stages() == null ? key : key + ".stages",
          "may have %.0f messages of each terminal, expected less than %d; write fewer, or a shorter time"
              .formatted(most, LocationStamp.MOST_ROUNDS));
    }
  }
}
