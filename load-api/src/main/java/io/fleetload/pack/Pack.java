// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.driver.Ability;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Rate;
import io.fleetload.progress.Teller;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One campaign: all that the engine has to know of a system under test. A pack is found by {@link
 * java.util.ServiceLoader}; a profile names it by its key {@code pack}.
 *
 * @param <P> the profile of its load tests
 */
public interface Pack<P extends LoadProfile> {
  /** The name by which a profile asks for it. */
  String name();

  /** The profile's record; reader, schema and reference are made from it. */
  Class<P> profile();

  /** The flows that a profile asks for, and the answers to their commands. */
  List<FlowSpec> flows(P profile);

  /** What its driver of devices can do beyond what every driver can. */
  default Set<Ability> abilities(P profile) {
    return Set.of();
  }

  /**
   * Makes the devices of a profile; none is connected yet.
   *
   * @param own those of the fleet's sessions that this process opens
   * @throws UsageException if the profile does not fit this host
   * @throws TargetException if the target's address is none
   * @throws IOException if this host has no room for the sessions
   */
  DeviceDriver devices(P profile, ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException;

  /**
   * Looks whether this host can carry the devices of a profile.
   *
   * @param sessions how many sessions are to be on this host: all, or a shard's
   */
  default void checkHost(P profile, int sessions, ProfileChecks checks) {}

  /**
   * Looks at the files that a profile names and that are there before a run, as the run will.
   * Nothing is connected by that.
   *
   * @param now when certificates have to be in force
   */
  default void checkFiles(P profile, ProfileChecks checks, Instant now) {}

  /**
   * Says to the user why the first session could not be opened.
   *
   * @param own the sessions of the process that tried
   */
  default String unreachable(P profile, ShardDevices own, Cause cause) {
    return "no device could connect: " + cause.key();
  }

  /**
   * What receives the messages that the target delivers; empty where nothing of the target is
   * received, so that the devices' side alone is judged.
   *
   * @param stop ends the opening before its time
   */
  default Optional<BackendDriver> backend(P profile, RunClock clock, StopSignal stop) {
    return Optional.empty();
  }

  /** What tells the target of the devices; empty where it needs no telling. */
  default Optional<Provisioner> provisioner(
      P profile, Teller teller, StopSignal stop, Clock clock) {
    return Optional.empty();
  }

  /**
   * The override that makes provisioning take the devices' keys from a file; empty where devices
   * have no keys.
   */
  default Optional<String> keysFrom(Path file) {
    return Optional.empty();
  }

  /** The system under test: started for the run, or there already. */
  Target target(P profile);

  /**
   * The overrides that make a profile a run which warms the target up, so that it knows every
   * device; empty where there is no such run.
   *
   * @param rate how many devices a second
   */
  default Optional<List<String>> warming(P profile, Rate rate) {
    return Optional.empty();
  }

  /** Further forms in which its results are written. */
  default List<ResultView> views() {
    return List.of();
  }

  /** Reads the report of the load test that it repeats. */
  default Optional<PublishedReport> published() {
    return Optional.empty();
  }

  /** Whether it is the pack of a profile that names none; one pack at most is. */
  default boolean isDefault() {
    return false;
  }
}
