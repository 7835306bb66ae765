// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.driver.Carriers;
import io.fleetload.process.StopTimes;
import io.fleetload.results.Baseline;
import io.fleetload.results.Figures;
import io.fleetload.results.Tenants;
import io.fleetload.results.Threshold;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the engine needs to know of any scenario's profile: who sends, what, when, and what must
 * hold.
 */
public interface LoadProfile {
  /** Name and seed of the run. */
  Run run();

  /** Where the shards of a run agree on when to begin; null where they do not meet. */
  default Coordination coordination() {
    return null;
  }

  /** The fleet. */
  Devices devices();

  Phases phases();

  /** Limits over which the generator calls itself the limit. */
  Generator generator();

  /** Bounds on figures of the result. */
  List<Condition> thresholds();

  /** The run that thresholds compare with: its directory or its result.json; null for none. */
  String baseline();

  /** The search for the highest rate at which the thresholds hold; or null. */
  FindLimit findLimit();

  /** The flows that the profile asks for, in their order, by name; of {@link #steps()} none. */
  Map<String, Flow> flowsByName();

  /** Every flow that a message can be of, in their order, asked for or not. */
  List<String> flowNames();

  /** The flows that only answer commands, by name, each with the flow whose commands. */
  default Map<String, String> answers() {
    return Map.of();
  }

  /**
   * The flows whose messages follow those of another flow without a backend's part in it, by name,
   * each with that flow; see {@code FlowSpec.following}.
   */
  default Map<String, String> follows() {
    return Map.of();
  }

  /**
   * The flows that are steps of a user, by name, in their order; see {@code FlowSpec.asStep}. Their
   * messages follow those of the flows that the profile asks for.
   */
  default Map<String, Step> steps() {
    return Map.of();
  }

  /**
   * Whether a backend reads the store behind the target; of which flows, the pack says with {@code
   * FlowSpec.withStore()}.
   */
  default boolean readsStore() {
    return false;
  }

  /**
   * The flows whose messages have several receivers each, by name; how many, the pack says with
   * {@code FlowSpec.withReceivers(n)}.
   */
  default Set<String> flowsOfSeveralReceivers() {
    return Set.of();
  }

  /** The longest time that the backend waits at the end for what the target still delivers. */
  default Duration catchUp() {
    return StopTimes.CATCH_UP;
  }

  /**
   * Names of the parts of a message's time, where the driver tells how long each took, and the
   * bytes of each message as well; which flows have them, the pack says with {@code
   * FlowSpec.withParts(names)}.
   */
  default List<String> partsOfMessages() {
    return List.of();
  }

  /** The tenants that share the fleet; most systems know only one. */
  default Tenants sharedBy() {
    return Tenants.one(run().name());
  }

  /** How many sessions the fleet has: one a device, unless others send for the devices. */
  default int sessions() {
    return devices().count();
  }

  /** Which session carries a device's messages. */
  default Carriers carriers() {
    return new Carriers(sharedBy(), devices().count(), sessions());
  }

  /** The flows of a closed model, and their steps, by name. */
  default List<String> closedFlows() {
    UserSteps steps = new UserSteps(steps());
    return flowsByName().entrySet().stream()
        .filter(each -> each.getValue().closed() != null)
        .map(Map.Entry::getKey)
        .flatMap(head -> Stream.concat(Stream.of(head), steps.of(head).stream()))
        .toList();
  }

  /** The bounds of {@link #thresholds()}. */
  default List<Threshold> bounds() {
    return thresholds().stream().map(Condition::threshold).toList();
  }

  /** What a message may wait for its outcome, one after the other, by the key that says so. */
  @JsonIgnore
  default Map<String, Span> waits() {
    return Map.of("devices.timeout", devices().timeout());
  }

  /** How long a message may wait for its outcome. */
  static Span longestWait(Map<String, Span> waits) {
    return new Span(waits.values().stream().mapToLong(Span::nanos).sum());
  }

  /** Which figures the result of a run will have. */
  default Figures figures() {
    Tenants tenants = sharedBy();
    Set<String> flows = new LinkedHashSet<>(flowsByName().keySet());
    List<String> closed = new ArrayList<>(closedFlows());
    follows()
        .forEach(
            (name, flow) -> {
              if (flows.contains(flow)) {
                // Nobody asks for a rate of these either.
                flows.add(name);
                closed.add(name);
              }
            });
    UserSteps steps = new UserSteps(steps());
    flowsByName().keySet().forEach(head -> flows.addAll(steps.of(head)));
    return new Figures(
        flows,
        closed,
        tenants.areSeveral() ? tenants : null,
        answers(),
        readsStore(),
        flowsOfSeveralReceivers(),
        partsOfMessages());
  }

  /** The default thresholds that are in force beside those of the profile, as they are written. */
  default List<String> defaultThresholds() {
    return figures().defaultsBeside(bounds());
  }

  /**
   * Reads the run that thresholds compare with.
   *
   * @param profileFile where this profile lies
   * @return its figures, or null where the profile names none
   * @throws IOException with one line if it cannot be read, is of no finished run, or lacks a
   *     figure that a threshold compares with
   */
  default Baseline readBaseline(Path profileFile) throws IOException {
    if (baseline() == null) {
      return null;
    }
    Baseline read = Baseline.read(profileFile.resolveSibling(baseline()));
    read.check(bounds(), figures());
    return read;
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
   * How many intervals of each flow the books hold of single tenants; 0 where no threshold asks for
   * windows of them.
   */
  default double tenantIntervals() {
    int length = tenantIntervalSeconds();
    return length == 0 ? 0 : sharedBy().count() * phases().runSeconds() / length;
  }

  /** What is tested and where, for a reader and without an address; or null. */
  default String tested() {
    return null;
  }

  /**
   * What the records cannot say for themselves; each finding is a problem of the profile. A
   * scenario with rules of its own checks these as well.
   */
  default void check(ProfileChecks checks) {
    if (coordination() != null) {
      coordination().check(checks);
    }
    generator().check(checks);
    devices().check(phases(), checks);
    phases().check(this, checks);
    new StepChecks(this, checks).check();
    new FlowChecks(this, checks).check();
    new ThresholdChecks(this, checks).check();
    if (findLimit() != null) {
      new FindLimitChecks(findLimit(), this, checks).check();
    }
  }

  /** A flow of messages: at an arrival rate, in stages, or of a closed model; one of the three. */
  interface Flow {
    /** The arrival rate over the whole fleet, the same all the time; or null. */
    @Doc("messages a second over the whole fleet; or else stages, or closed")
    Rate rate();

    /** How the rate changes in the measured phase; or null. */
    @Doc("how the rate changes in the measured phase, stage by stage")
    List<Stage> stages();

    /** How the messages of a rate are spread over time. */
    @Doc(value = "messages at even distances, or as a Poisson process has them", byDefault = "even")
    Arrivals arrivals();

    /** The users of a closed model; or null. */
    @Doc("users that send, wait for the outcome, and send again, instead of a rate")
    Closed closed();

    /** The key that says when its messages are due. */
    default String dueKey() {
      return closed() != null ? "closed" : stages() != null ? "stages" : "rate";
    }
  }
}
