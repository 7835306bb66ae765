// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.rule.RuleContents;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.RunClock;
import io.fleetload.stamp.RunId;
import java.util.function.Predicate;

/** Compares the rules of answers with what was written. */
final class RuleCheck {
  private final RuleSet rules;
  private final RuleContents contents;
  private final RunClock clock;

  RuleCheck(ArionProfile profile, RunClock clock) {
    this.rules = new RuleSet(profile.rules());
    this.contents = new RuleContents(profile);
    this.clock = clock;
  }

  RuleSet rules() {
    return rules;
  }

  /** Index of a rule in the data set; -1 if the data set does not have it. */
  int index(NeighborRule rule) {
    return rules.index(rule.tunnelId(), (int) Addresses.readIp(rule.ip()));
  }

  /** Checks whether a rule of the data set says what was written. */
  Predicate<NeighborRule> written(RunId run) {
    return rule -> contents.has(index(rule), rule, run, now());
  }

  /** A full load of a group that begins now. */
  GroupLoad load(int group, RunId run) {
    return new GroupLoad(rules, contents, group, run);
  }

  /** The time now, ns since the epoch. */
  long now() {
    return clock.epochNanos(clock.nanos());
  }
}
