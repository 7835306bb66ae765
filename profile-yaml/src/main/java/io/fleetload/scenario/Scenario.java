// SPDX-License-Identifier: EPL-2.0
package io.fleetload.scenario;

import io.fleetload.driver.Ability;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.pack.FlowSpec;
import io.fleetload.pack.Pack;
import io.fleetload.pack.Provisioner;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Rate;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileFile;
import io.fleetload.progress.Teller;
import io.fleetload.results.ResultView;
import io.fleetload.results.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile and the pack that it is for.
 *
 * @param pack knows the system under test
 * @param profile what is asked of it
 */
public record Scenario<P extends LoadProfile>(Pack<P> pack, P profile) {

  /** What a tool wants of a profile beyond what all want. */
  @FunctionalInterface
  public interface MoreChecks {
    /** Looks at it; each finding is a problem of the profile. */
    void check(Scenario<?> scenario, ProfileChecks checks);
  }

  /**
   * Reads a profile of any pack.
   *
   * @param file the YAML file
   * @param overrides {@code key.path=value} each; they win over the file
   * @param environment what {@code ${NAME}} is taken from
   * @param more what else to look at
   * @throws ProfileException with every mistake that was found
   */
  public static Scenario<?> read(
      Path file, List<String> overrides, Map<String, String> environment, MoreChecks more)
      throws ProfileException {
    Packs packs = Packs.installed();
    ProfileFile read = ProfileFile.read(file, overrides, environment);
    String name = read.pack(packs.names());
    Pack<?> pack =
        packs
            .named(name)
            .orElseThrow(() -> new IllegalStateException("no pack is installed for " + file));
    return of(pack, read, more);
  }

  private static <P extends LoadProfile> Scenario<P> of(
      Pack<P> pack, ProfileFile file, MoreChecks more) throws ProfileException {
    P profile =
        file.as(
            pack.profile(),
            (read, checks) -> {
              Scenario<P> scenario = new Scenario<>(pack, read);
              scenario.checkAbilities(checks);
              scenario.checkCoordination(checks);
              more.check(scenario, checks);
            });
    return new Scenario<>(pack, profile);
  }

  private void checkAbilities(ProfileChecks checks) {
    profile
        .devices()
        .needs()
        .forEach(
            (key, ability) -> {
              if (!pack.abilities(profile).contains(ability)) {
                checks.problem(key, why(ability));
              }
            });
  }

  private void checkCoordination(ProfileChecks checks) {
    Coordination place = profile.coordination();
    if (place != null && place.backend() && !hasBackend()) {
      checks.problem(
          "coordination.backend",
          "expected false, since no backend takes part in a run of these flows");
    }
  }

  private String why(Ability ability) {
    return "the devices of pack \"%s\" cannot %s; leave it out"
        .formatted(pack.name(), ability.described());
  }

  /** The flows that the profile asks for, and the answers to their commands. */
  public List<FlowSpec> flows() {
    return pack.flows(profile);
  }

  /** Whether a backend takes part in its runs. */
  public boolean hasBackend() {
    return flows().stream().anyMatch(each -> !each.deviceOnly());
  }

  /**
   * Makes the devices; none is connected yet.
   *
   * @param own those of the fleet's sessions that this process opens
   * @throws UsageException if the profile does not fit this host
   * @throws TargetException if the target's address is none
   * @throws IOException if this host has no room for the sessions
   */
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws UsageException, TargetException, IOException {
    return pack.devices(profile, own, clock);
  }

  /** Looks whether this host can carry so many of the sessions. */
  public void checkHost(int sessions, ProfileChecks checks) {
    pack.checkHost(profile, sessions, checks);
  }

  /**
   * Looks at the files that the profile names, as a run will.
   *
   * @param now when certificates have to be in force
   */
  public void checkFiles(ProfileChecks checks, Instant now) {
    pack.checkFiles(profile, checks, now);
    Coordination place = profile.coordination();
    if (place != null) {
      place.checkFiles(checks, now);
    }
  }

  /** Says to the user why the first session could not be opened. */
  public String unreachable(ShardDevices own, Cause cause) {
    return pack.unreachable(profile, own, cause);
  }

  /**
   * What receives the messages that the target delivers.
   *
   * @throws UsageException if nothing of the target is received
   */
  public BackendDriver backend(RunClock clock, StopSignal stop) throws UsageException {
    return pack.backend(profile, clock, stop)
        .orElseThrow(
            () ->
                new UsageException(
                    "pack: \"%s\" has no backend; the device simulator alone runs this profile"
                        .formatted(pack.name())));
  }

  /**
   * Looks whether several backends can share what the target delivers. Nothing is opened by that.
   *
   * @throws UsageException if they cannot
   */
  public void checkBackends(int backends) throws UsageException {
    if (backends > 1 && !hasBackend()) {
      throw new UsageException(
          "--backends: no backend takes part in a run of these flows; leave the option out");
    }
    if (backends > 1) {
      var unused = backend(RunClock.system(), new StopSignal()).part(new Shard(1, backends));
    }
  }

  /**
   * What tells the target of the devices.
   *
   * @throws UsageException if the target needs no telling
   */
  public Provisioner provisioner(Teller teller, StopSignal stop, Clock clock)
      throws UsageException {
    return pack.provisioner(profile, teller, stop, clock)
        .orElseThrow(
            () ->
                new UsageException(
                    "pack: \"%s\" needs no provisioning; run the profile as it is"
                        .formatted(pack.name())));
  }

  /** The system under test. */
  public Target target() {
    return pack.target(profile);
  }

  /** The overrides of a run that warms the target up; empty where there is no such run. */
  public Optional<List<String>> warming(Rate rate) {
    return pack.warming(profile, rate);
  }

  /** Further forms in which its results are written. */
  public List<ResultView> views() {
    return pack.views();
  }
}
