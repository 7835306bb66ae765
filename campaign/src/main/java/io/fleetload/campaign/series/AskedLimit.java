// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.LoadBound;
import io.fleetload.pack.Target;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Condition;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.quantity.LoadLevel;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A profile that says where to search for its limit. */
public record AskedLimit(GivenProfile given) {
  /**
   * A profile that is to say so.
   *
   * @throws UsageException if it does not
   */
  public static AskedLimit of(GivenProfile given) throws UsageException {
    if (given.profile().findLimit() == null) {
      throw new UsageException(
          given.file()
              + ": findLimit: is missing: where to search, expected a section such as findLimit:"
              + " { from: 100/s, to: 2000/s }");
    }
    return new AskedLimit(given);
  }

  /** Returns whether the search raises the number of devices, and not the rate. */
  public boolean raisesDevices() {
    return limit().raisesDevices();
  }

  private FindLimit limit() {
    return given.profile().findLimit();
  }

  /**
   * The profile of the largest probe: what does not fit the highest load or the length of a probe
   * is found before anything starts.
   *
   * @throws ProfileException with what does not fit
   */
  public Scenario largest() throws ProfileException {
    return largest((read, checks) -> {});
  }

  /**
   * The same, for devices that are to be on this host.
   *
   * @throws ProfileException with what does not fit, and all that this host cannot carry
   */
  public Scenario largestOnThisHost() throws ProfileException {
    return largest(
        (read, checks) -> {
          if (raisesDevices()) {
            read.run().checkHost(read.profile().sessions(), checks);
          }
          LoadBound.checkSearch(read, checks);
        });
  }

  private Scenario largest(Scenario.MoreChecks more) throws ProfileException {
    if (raisesDevices()) {
      // Fewer devices may be too few for what the profile says beside their number.
      var unused = at("findLimit.from", limit().from(), more);
    }
    return at("findLimit.to", limit().to(), more);
  }

  private Scenario at(String key, LoadLevel level, Scenario.MoreChecks more)
      throws ProfileException {
    try {
      return given.with(limit().overrides(given.profile(), level.amount()), more).scenario();
    } catch (ProfileException e) {
      throw raisesDevices() ? of(key, e) : e;
    }
  }

  /**
   * The user did not write the numbers of devices of a probe, but the key that they follow from.
   */
  private ProfileException of(String key, ProfileException mistakes) {
    return new ProfileException(
        mistakes.problems().stream()
            .map(
                each ->
                    each.path().matches("devices(\\.groups\\.[^.]+)?\\.count")
                        ? new ProfileProblem(given.file().toString(), 0, key, each.message())
                        : each)
            .toList());
  }

  /**
   * The profile that provisioning gets: that of the largest fleet, with the devices of every probe.
   *
   * @throws ProfileException if that fleet does not fit the rest of the profile
   */
  public GivenProfile provisioned() throws ProfileException {
    return raisesDevices()
        ? given.with(given.profile().devices().overridesOfCount((int) limit().to().amount()))
        : given;
  }

  /** Names of the groups, if it raises the number of devices of a fleet that has some. */
  public List<String> groups() {
    return raisesDevices() ? given.profile().devices().groupNames() : List.of();
  }

  /**
   * Returns whether the target has to be provisioned before each run: it knows a device by its
   * group, and with another number of devices some of them are in another group.
   */
  public boolean provisionsEachRun() {
    return raisesDevices() && !given.profile().devices().alikeInEveryGroup();
  }

  /**
   * Looks whether the search can be made on a cluster, where provisioning runs once.
   *
   * @throws UsageException if a run needs other devices than the one before
   */
  public void checkCluster() throws UsageException {
    Target.Preparation preparation = given.scenario().run().target().preparation();
    if (provisionsEachRun() && preparation != Target.Preparation.NONE) {
      throw new UsageException(
          "findLimit.of: write rate: on a cluster the target is provisioned once. With another"
              + " number of devices, some are of another group with other names, keys or tenants");
    }
  }

  /**
   * Looks whether so many shards can make the search.
   *
   * @throws UsageException if each would find the target warm at another time
   */
  public void checkShards(int shards) throws UsageException {
    if (shards > 1 && limit().warmUp().untilSteady()) {
      throw new UsageException(
          "findLimit.warmUp: found \"steady\", which several shards cannot agree on; expected a length"
              + " of time such as 1m, or 0s");
    }
  }

  /**
   * Searches.
   *
   * @throws TargetException if the target is not there any more; the findings so far are reported
   *     before
   * @throws UsageException if a tool finds the profile unfit
   * @throws IOException if a tool cannot be started or a result not be written
   */
  public ExitCode search(LimitSearchRun.ProbeMaker probing, LimitSearchRun.SearchListener course)
      throws UsageException, TargetException, IOException, InterruptedException {
    LoadProfile profile = given.profile();
    FindLimit limit = limit();
    Map<String, Timing> flows = profile.timings();
    Limit.Search asked =
        new Limit.Search(
            limit.raisesDevices() ? Limit.Search.DEVICES : null,
            limit.from().amount(),
            limit.to().amount(),
            limit.step().toString(),
            limit.resolution().toString(),
            limit.repeats(),
            limit.probe().seconds(),
            limit.own(profile),
            FindLimit.rates(flows, FindLimit.together(flows)),
            limit.raisesDevices() ? limit.unchanged(flows) : null);
    LimitSearch search =
        new LimitSearch(
            asked.from(), asked.to(), limit::stepFrom, limit::resolutionAt, limit.repeats());
    return new LimitSearchRun(
            profile.run().name(),
            asked,
            Stream.concat(
                    profile.thresholds().stream().map(Condition::text),
                    given.scenario().defaultThresholds().stream())
                .toList(),
            limit.raisesDevices() ? search.overWholeNumbers() : search,
            probing,
            course)
        .run();
  }
}
