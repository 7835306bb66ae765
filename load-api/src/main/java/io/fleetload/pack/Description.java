// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Ability;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.progress.Teller;
import io.fleetload.quantity.Rate;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A run as its pack describes it to the engine, from the profile that asks for it. */
public interface Description {
  /** The flows that the profile asks for, and the answers to their commands. */
  List<FlowSpec> flows();

  /** Abilities of its driver of devices beyond what every driver can do. */
  default Set<Ability> abilities() {
    return Set.of();
  }

  /**
   * Makes the devices; none is connected yet.
   *
   * @param own those of the fleet's sessions that this process opens
   * @throws UsageException if the profile does not fit this host
   * @throws TargetException if the target's address cannot be used
   * @throws IOException if this host has no room for the sessions
   */
  DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException;

  /**
   * Looks whether this host can carry the devices.
   *
   * @param sessions how many sessions are to be on this host: all, or a shard's
   */
  default void checkHost(int sessions, ProfileChecks checks) {}

  /**
   * Looks at the files that the profile names and that are there before a run, as the run will.
   * Nothing is connected by that.
   *
   * @param now when certificates have to be in force
   */
  default void checkFiles(ProfileChecks checks, Instant now) {}

  /**
   * Says to the user why the first session could not be opened.
   *
   * @param own the sessions of the process that tried
   */
  default String unreachable(ShardDevices own, Cause cause) {
    return "no device could connect: " + cause.key();
  }

  /**
   * The driver that receives the messages that the target delivers; empty where nothing of the
   * target is received, so that the devices' side alone is judged.
   *
   * @param stop ends the opening before its time
   */
  default Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return Optional.empty();
  }

  /** The provisioner that makes the devices known to the target; empty where it needs none. */
  default Optional<Provisioner> provisioner(Teller teller, StopSignal stop, Clock clock) {
    return Optional.empty();
  }

  /** The system under test: started for the run, or there already. */
  Target target();

  /** The sessions that the target announces to the backend. */
  default SessionAnnouncements announcements() {
    return SessionAnnouncements.NONE;
  }

  /** Parts of the target that a profile may disturb; none where it has to be left alone. */
  default List<TargetPart> parts() {
    return List.of();
  }

  /** Costs of the devices, by which a large run is planned. */
  default DeviceCosts costs() {
    return DeviceCosts.NOT_MEASURED;
  }

  /**
   * Numbers of partitions that the backend reads, by topic, of a target that delivers through a log
   * with partitions; empty for any other target.
   */
  default Map<String, Integer> partitions() {
    return Map.of();
  }

  /**
   * The overrides that make a profile a run which warms the target up, so that it knows every
   * device; empty where there is no such run.
   *
   * @param rate how many devices a second
   */
  default Optional<List<String>> warming(Rate rate) {
    return Optional.empty();
  }
}
