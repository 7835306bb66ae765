// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.cost.ThisHost;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Bound on the load of a target that is not on this host, until the profile's {@code run.mayLoad}
 * names its host: a mistyped address must not be an outage of someone else.
 */
public final class LoadBound {
  /** The most sessions, without the word. */
  public static final int MOST_SESSIONS = 100;

  /** The most messages a second, without the word. */
  public static final int MOST_PER_SECOND = 100;

  private LoadBound() {}

  /** Hosts of the target that are not this one, each once; none if it is started for the run. */
  public static List<String> elsewhere(Scenario scenario) {
    return scenario.run().target().addresses().stream()
        .flatMap(each -> Stream.of(each.split(",")))
        .filter(each -> !ThisHost.hasAny(each))
        .map(each -> each.substring(0, each.lastIndexOf(':')))
        .distinct()
        .toList();
  }

  /**
   * Notes a load over the bound for a host that the profile does not name, and what is beyond the
   * {@link GivenBounds} of this process.
   */
  public static void check(Scenario scenario, ProfileChecks checks) {
    check(scenario, checks, GivenBounds.in(System.getenv()));
  }

  /** The same with these bounds. */
  static void check(Scenario scenario, ProfileChecks checks, GivenBounds given) {
    given.check(scenario, checks);
    if (given.isList()) {
      // The list is the word for its hosts, and there is no other.
      return;
    }
    int sessions = scenario.profile().sessions();
    double rate = perSecond(scenario);
    if (sessions <= MOST_SESSIONS && rate <= MOST_PER_SECOND) {
      return;
    }
    List<String> named = scenario.profile().run().mayLoad();
    List<String> missing =
        elsewhere(scenario).stream()
            .filter(each -> named.stream().noneMatch(each::equalsIgnoreCase))
            .toList();
    checks.when(
        !missing.isEmpty(),
        "run.mayLoad",
        String.format(
            Locale.ROOT,
            "write mayLoad: [%s] into run, or --yes-this-is-mine on one line, if you may load that"
                + " host: it is not this one, and without the word a run has at most %d sessions"
                + " and %d messages/s; this one has %d and %s",
            String.join(", ", missing),
            MOST_SESSIONS,
            MOST_PER_SECOND,
            sessions,
            rate == Double.POSITIVE_INFINITY
                ? "no bound on its messages"
                : String.format(Locale.ROOT, "%.0f/s", Math.ceil(rate))));
  }

  /** The most messages a second of all flows, with the steps that follow from them. */
  private static double perSecond(Scenario scenario) {
    double sum = 0;
    for (Map.Entry<String, Timing> each : scenario.profile().timings().entrySet()) {
      Timing flow = each.getValue();
      sum +=
          flow.closed() != null || flow.times() != null
              ? Double.POSITIVE_INFINITY
              : FlowRates.measured(flow, scenario.profile().phases()).highest()
                  * (1 + scenario.flows().steps().messagesAfter(each.getKey()));
    }
    return sum;
  }
}
