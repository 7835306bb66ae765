// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.process.StopTimes;
import io.fleetload.profile.disturb.DisturbancePlan;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.profile.limit.ExpectedLimits;
import io.fleetload.quantity.Span;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.verdict.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parts of any scenario's profile that the engine needs: who sends, what, when, and what must hold.
 */
public interface LoadProfile {
  /** Settings that every profile has. */
  Common common();

  /** The fleet. */
  Devices devices();

  /** The flows that the profile asks for, in their order, by name; no steps of users. */
  Map<String, ? extends Flow> flowsByName();

  /** Name and seed of the run. */
  default Run run() {
    return common().run();
  }

  /** Place at which the shards of a run agree on when to begin; null if they do not meet. */
  default Coordination coordination() {
    return common().coordination();
  }

  /** The phases of the run. */
  default Phases phases() {
    return common().phases();
  }

  /** Limits over which the generator calls itself the limit. */
  default Generator generator() {
    return common().generator();
  }

  /** Disturbances of the target, and the place of its parts. */
  default DisturbancePlan disturbing() {
    return common().disturbing();
  }

  /** Bounds on figures of the result. */
  default List<Condition> thresholds() {
    return common().thresholds();
  }

  /** Limits that the target is to keep; null if every refusal is a failure. */
  default ExpectedLimits expect() {
    return common().expect();
  }

  /**
   * Keys of the causes that say to these devices that a limit refused a message or a session; empty
   * where no answer says so.
   */
  default Set<String> refusals(LimitKind kind) {
    return Set.of();
  }

  /** The run that thresholds compare with: its directory or its result.json; null for none. */
  default String baseline() {
    return common().baseline();
  }

  /** The search for the highest load at which the thresholds hold; or null. */
  default FindLimit findLimit() {
    return common().findLimit();
  }

  /** Rows of data that messages take values from, each by the name that placeholders begin with. */
  default Map<String, Feed> data() {
    return common().data();
  }

  /** Timing of each of {@link #flowsByName()}. */
  default Map<String, Timing> timings() {
    return Timing.of(flowsByName(), devices());
  }

  /** The devices that send the messages of a flow that is due by itself. */
  default DeviceGroup group(String flow) {
    return devices().group(flowsByName().get(flow).timing().of());
  }

  /**
   * The longest wait of a flow's devices for an outcome.
   *
   * @param flow the name of one that is due by itself; of any other name it is the fleet's
   */
  default Span timeout(String flow) {
    Flow due = flowsByName().get(flow);
    return devices().group(due == null ? null : due.timing().of()).devices().timeout();
  }

  /**
   * The turns of the devices at sending the messages of a flow that is due by itself.
   *
   * @param flow its name
   */
  default RoundRobin turns(String flow) {
    DeviceGroup group = group(flow);
    List<String> flows = List.copyOf(flowsByName().keySet());
    ClosedUsers closed = flowsByName().get(flow).timing().closed();
    RoundRobin turns =
        closed == null
            ? RoundRobin.ofFlow(
                flows.indexOf(flow), flows.size(), group.count(), devices().naming())
            // Their numbers are multiples of their count and the user's index.
            : new RoundRobin(closed.users(), 0, devices().naming());
    return turns.from(group.first());
  }

  /** The longest time that the backend waits at the end for what the target still delivers. */
  default Duration catchUp() {
    return StopTimes.CATCH_UP;
  }

  /** The tenants that share the fleet; most systems know only one. */
  default Tenants sharedBy() {
    return Tenants.one(run().name());
  }

  /** Notes on keys that are no mistake, but hold only for some targets; a sentence each. */
  @JsonIgnore
  default List<String> notes() {
    return List.of();
  }

  /** Number of sessions of the fleet. */
  default int sessions() {
    return devices().connections();
  }

  /** The sessions that carry the devices' messages. */
  default Carriers carriers() {
    return new Carriers(sharedBy(), devices().count(), sessions());
  }

  /** The bounds of {@link #thresholds()}. */
  default List<Threshold> bounds() {
    return thresholds().stream().map(Condition::threshold).toList();
  }

  /** Waits of a message for its outcome, one after the other, by the key that sets each. */
  @JsonIgnore
  default Map<String, Span> waits() {
    return Map.of(devices().slowest().path() + ".timeout", devices().longestTimeout());
  }

  /** The longest time that a message may wait for its outcome. */
  static Span longestWait(Map<String, Span> waits) {
    return new Span(waits.values().stream().mapToLong(Span::nanos).sum());
  }

  /**
   * Length of the intervals in which each tenant's part of a flow is kept, in s; 0 where no
   * threshold asks for windows of a tenant.
   */
  default int tenantIntervalSeconds() {
    Tenants tenants = sharedBy();
    boolean asked =
        tenants.areSeveral()
            && bounds().stream().anyMatch(each -> each.windowed() && each.ofTenants());
    return asked ? phases().intervalSeconds(tenants.count()) : 0;
  }

  /**
   * Number of intervals of each flow that the books hold of single tenants; 0 where no threshold
   * asks for windows of them.
   */
  default double tenantIntervals() {
    int length = tenantIntervalSeconds();
    return length == 0 ? 0 : sharedBy().count() * phases().runSeconds() / length;
  }

  /** The system under test; null if the profile does not say it. */
  default SystemUnderTest target() {
    return null;
  }

  /** Notes what is wrong with the pack's own keys, beyond what the records say of them. */
  default void check(ProfileChecks checks) {}

  /** The same of what can be looked at only where nothing else is wrong with the profile. */
  default void checkSound(ProfileChecks checks) {}
}
