// SPDX-License-Identifier: EPL-2.0
package io.fleetload.scenario;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.flow.FlowSet;
import io.fleetload.flow.RunChecks;
import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileFile;
import io.fleetload.progress.Teller;
import io.fleetload.results.Baseline;
import io.fleetload.results.run.Shard;
import io.fleetload.results.verdict.FigureNames;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A profile with what its pack makes of it.
 *
 * @param pack knows the system under test
 * @param profile what is asked of it
 * @param run the run as the pack describes it
 * @param flows those of the run
 */
public record Scenario(Pack<?> pack, LoadProfile profile, Description run, FlowSet flows) {

  /** Checks of a tool beyond those of all tools. */
  @FunctionalInterface
  public interface MoreChecks {
    /** Looks at it; each finding is a problem of the profile. */
    void check(Scenario scenario, ProfileChecks checks);
  }

  /** Puts a profile and its pack together. */
  public static <P extends LoadProfile> Scenario of(Pack<P> pack, P profile) {
    Description run = pack.describe(profile);
    return new Scenario(
        pack,
        profile,
        run,
        new FlowSet(run.flows(), profile.timings(), run.announcements().kinds()));
  }

  /**
   * Reads a profile of any pack.
   *
   * @param file the YAML file
   * @param overrides {@code key.path=value} each; they win over the file
   * @param environment what {@code ${NAME}} is taken from
   * @throws ProfileException with every mistake that was found
   */
  public static Scenario read(Path file, List<String> overrides, Map<String, String> environment)
      throws ProfileException {
    return read(file, overrides, environment, (scenario, checks) -> {});
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
  public static Scenario read(
      Path file, List<String> overrides, Map<String, String> environment, MoreChecks more)
      throws ProfileException {
    Packs packs = Packs.installed();
    ProfileFile read = ProfileFile.read(file, overrides, environment);
    String name = read.pack(packs.names());
    Pack<?> pack =
        packs
            .named(name)
            .orElseThrow(() -> new IllegalStateException("no pack is installed for " + file));
    return read(pack, read, more);
  }

  private static <P extends LoadProfile> Scenario read(
      Pack<P> pack, ProfileFile file, MoreChecks more) throws ProfileException {
    return file.as(
        pack.profile(),
        (read, checks) -> {
          Scenario scenario = of(pack, read);
          RunChecks.check(read, scenario.flows, checks);
          scenario.checkAbilities(checks);
          scenario.checkCoordination(checks);
          DisturbanceChecks.check(scenario, checks);
          more.check(scenario, checks);
          return scenario;
        });
  }

  private void checkAbilities(ProfileChecks checks) {
    profile
        .devices()
        .needs()
        .forEach(
            (key, ability) -> {
              if (!run.abilities().contains(ability)) {
                checks.problem(
                    key,
                    "the devices of pack \"%s\" cannot %s; leave it out"
                        .formatted(pack.name(), ability.described()));
              }
            });
  }

  private void checkCoordination(ProfileChecks checks) {
    Coordination place = profile.coordination();
    if (place != null && place.backend() && !flows.hasBackend()) {
      checks.problem(
          "coordination.backend",
          "expected false, since no backend takes part in a run of these flows");
    }
  }

  /** The figures that the result of its run will have. */
  FigureNames figures() {
    return flows.figures(profile);
  }

  /** The default thresholds that are in force beside those of the profile, as they are written. */
  public List<String> defaultThresholds() {
    return figures().defaultsBeside(profile.bounds());
  }

  /**
   * Reads the run that thresholds compare with.
   *
   * @param profileFile where the profile lies
   * @return its figures, or null if the profile names none
   * @throws IOException with one line if it cannot be read, is of no finished run, or lacks a
   *     figure that a threshold compares with
   */
  public Baseline readBaseline(Path profileFile) throws IOException {
    if (profile.baseline() == null) {
      return null;
    }
    Baseline read = Baseline.read(profileFile.resolveSibling(profile.baseline()));
    read.check(profile.bounds(), figures());
    return read;
  }

  /**
   * Looks at the files that the profile names, as a run will.
   *
   * @param now when certificates have to be in force
   */
  public void checkFiles(ProfileChecks checks, Instant now) {
    run.checkFiles(checks, now);
    Coordination place = profile.coordination();
    if (place != null) {
      place.checkFiles(checks, now);
    }
  }

  /**
   * The driver that receives the messages that the target delivers.
   *
   * @throws UsageException if nothing of the target is received
   */
  public BackendDriver backend(RunClock clock, StopSignal stop) throws UsageException {
    return run.backend(clock, stop)
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
    if (backends > 1 && !flows.hasBackend()) {
      throw new UsageException(
          "--backends: no backend takes part in a run of these flows; leave the option out");
    }
    if (backends > 1) {
      var unused = backend(RunClock.system(), new StopSignal()).part(new Shard(1, backends));
    }
  }

  /**
   * The provisioner that makes the devices known to the target.
   *
   * @throws UsageException if the target needs no telling
   */
  public Provisioner provisioner(Teller teller, StopSignal stop, Clock clock)
      throws UsageException {
    return run.provisioner(teller, stop, clock)
        .orElseThrow(
            () ->
                new UsageException(
                    "pack: \"%s\" needs no provisioning; run the profile as it is"
                        .formatted(pack.name())));
  }
}
