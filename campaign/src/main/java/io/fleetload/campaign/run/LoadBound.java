// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.cost.ThisHost;
import io.fleetload.pack.Target;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Bound on the load of a target that is not on this host, until the profile's {@code run.mayLoad}
 * names its host: a mistyped address must not be an outage of someone else. It holds for a registry
 * that provisioning writes to, too.
 */
public final class LoadBound {
  /** The most sessions, without the word. */
  public static final int MOST_SESSIONS = 100;

  /** The most messages a second, without the word. */
  public static final int MOST_PER_SECOND = 100;

  private LoadBound() {}

  /** Hosts that a run loads or prepares and that are not this one, each once. */
  public static List<String> elsewhere(Scenario scenario) {
    Target target = scenario.run().target();
    return Stream.of(target.addresses(), target.registry())
        .flatMap(each -> elsewhere(each).stream())
        .distinct()
        .toList();
  }

  private static List<String> elsewhere(List<String> addresses) {
    return addresses.stream()
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

  /**
   * Notes the same of the largest run of a search, and a search that is longer than a run of this
   * process may be.
   */
  public static void checkSearch(Scenario largest, ProfileChecks checks) {
    GivenBounds given = GivenBounds.in(System.getenv());
    check(largest, checks, given);
    given.checkSearch(largest.profile().findLimit(), checks);
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
    Target target = scenario.run().target();
    if (sessions > MOST_SESSIONS || rate > MOST_PER_SECOND) {
      refuse(
          target.addresses(),
          scenario,
          "load",
          String.format(
              Locale.ROOT,
              "a run has at most %d sessions and %d messages/s; this one has %d and %s",
              MOST_SESSIONS,
              MOST_PER_SECOND,
              sessions,
              rate == Double.POSITIVE_INFINITY
                  ? "no bound on its messages"
                  : String.format(Locale.ROOT, "%.0f/s", Math.ceil(rate))),
          checks);
    }
    int devices = scenario.profile().devices().count();
    if (devices > MOST_SESSIONS) {
      List<String> registry = new ArrayList<>(target.registry());
      registry.removeAll(target.addresses());
      refuse(
          registry,
          scenario,
          "write to",
          "a run writes at most %s devices into its registry; this one has %s"
              .formatted(MOST_SESSIONS, devices),
          checks);
    }
  }

  private static void refuse(
      List<String> addresses, Scenario scenario, String what, String most, ProfileChecks checks) {
    List<String> named = scenario.profile().run().mayLoad();
    List<String> missing =
        elsewhere(addresses).stream()
            .filter(each -> named.stream().noneMatch(each::equalsIgnoreCase))
            .toList();
    checks.when(
        !missing.isEmpty(),
        "run.mayLoad",
        ("write mayLoad: [%s] into run, or --yes-this-is-mine on one line, if you may %s that host:"
                + " it is not this one, and without the word %s")
            .formatted(String.join(", ", missing), what, most));
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
