// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Condition;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
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

  private FindLimit limit() {
    return given.profile().findLimit();
  }

  /**
   * The profile of the largest probe: what does not fit the highest rate or the length of a probe
   * is found before anything starts.
   *
   * @throws ProfileException with what does not fit
   */
  public Scenario largest() throws ProfileException {
    return given
        .with(limit().overrides(given.profile().timings(), limit().to().perSecond()))
        .scenario();
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
    double together = FindLimit.together(profile.timings());
    Limit.Search asked =
        new Limit.Search(
            limit.from().perSecond(),
            limit.to().perSecond(),
            limit.step().toString(),
            limit.resolution().toString(),
            limit.repeats(),
            limit.probe().seconds(),
            together,
            FindLimit.rates(profile.timings(), together));
    LimitSearch search =
        new LimitSearch(
            asked.from(), asked.to(), limit.step()::of, limit.resolution()::of, limit.repeats());
    return new LimitSearchRun(
            profile.run().name(),
            asked,
            Stream.concat(
                    profile.thresholds().stream().map(Condition::text),
                    given.scenario().defaultThresholds().stream())
                .toList(),
            search,
            probing,
            course)
        .run();
  }
}
