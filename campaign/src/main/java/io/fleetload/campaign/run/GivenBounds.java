// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.cost.ThisHost;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.profile.yaml.ProfileHosts;
import io.fleetload.quantity.Span;
import io.fleetload.scenario.Scenario;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Bounds on a run in the environment of its process, which no profile and no option widens.
 *
 * @param isList whether there is a list of hosts
 * @param hosts the hosts beside this one that a run may load and prepare
 * @param longest how long a run may take; null for any time
 */
public record GivenBounds(boolean isList, List<String> hosts, Span longest) {
  /** The variable with the hosts, commas between; empty for this host alone. */
  public static final String HOSTS = "FLEETLOAD_HOSTS";

  /** The variable with the longest time. */
  public static final String LONGEST = "FLEETLOAD_LONGEST";

  /** The bounds in an environment. */
  public static GivenBounds in(Map<String, String> environment) {
    String hosts = environment.get(HOSTS);
    String longest = environment.get(LONGEST);
    return new GivenBounds(
        hosts != null,
        hosts == null
            ? List.of()
            : Stream.of(hosts.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList(),
        longest == null ? null : Span.parse(longest));
  }

  /** Notes what is beyond them. */
  void check(Scenario scenario, ProfileChecks checks) {
    if (isList) {
      List<String> others =
          places(scenario).stream()
              .filter(each -> hosts.stream().noneMatch(each::equalsIgnoreCase))
              .toList();
      checks.when(
          !others.isEmpty(),
          "target",
          "ask the user to allow %s: runs of this process may reach %s"
              .formatted(
                  String.join(", ", others),
                  hosts.isEmpty()
                      ? "this host alone"
                      : "this host and " + String.join(", ", hosts) + " alone"));
    }
    double seconds = scenario.profile().phases().runSeconds();
    checks.when(
        longest != null && seconds > longest.seconds(),
        "phases.measure",
        String.format(
            Locale.ROOT,
            "ask for at most %s, drain included: this process bounds its runs; found %.0f s",
            longest,
            seconds));
  }

  /** Notes a search that is longer than a run may be. */
  void checkSearch(FindLimit search, ProfileChecks checks) {
    double seconds = search.mostProbes() * search.probeSeconds();
    checks.when(
        longest != null && seconds > longest.seconds(),
        "findLimit",
        String.format(
            Locale.ROOT,
            "ask for probes of at most %s in all: this process bounds its runs; found %d of %.0f s",
            longest,
            search.mostProbes(),
            search.probeSeconds()));
  }

  /** The hosts other than this one that the target's section names. */
  private static Set<String> places(Scenario scenario) {
    Set<String> places = new LinkedHashSet<>(LoadBound.elsewhere(scenario));
    if (!scenario.run().target().embedded()) {
      ProfileHosts.below(scenario.profile(), "target").stream()
          .filter(each -> !ThisHost.hasAny(each + ":0"))
          .forEach(places::add);
    }
    return places;
  }
}
