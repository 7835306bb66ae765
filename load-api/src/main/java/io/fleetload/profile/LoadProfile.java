package io.fleetload.profile;

import java.util.List;
import java.util.Map;

/**
 * What the engine needs to know of any scenario's profile: who sends, what, when, and what must
 * hold.
 */
public interface LoadProfile {
  /** Name and seed of the run. */
  Run run();

  /** The fleet. */
  Devices devices();

  /** The phases. */
  Phases phases();

  /** Limits over which the generator calls itself the limit. */
  Generator generator();

  /** Bounds on figures of the result. */
  List<Condition> thresholds();

  /** The flows that the profile asks for, in their order, by name. */
  Map<String, Flow> flowsByName();

  /**
   * How many intervals of each flow the books hold of single tenants; 0 where no threshold asks for
   * windows of them.
   */
  default double tenantIntervals() {
    return 0;
  }

  /** What is tested and where, for a reader and without an address; or null. */
  default String tested() {
    return null;
  }

  /** What the records cannot say for themselves; each finding is a problem of the profile. */
  default void check(ProfileChecks checks) {}

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
  }
}
