// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.rule.RuleContents;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.rule.RuleWriters;
import io.fleetload.arion.rule.WrittenRules;
import io.fleetload.driver.Flaw;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the message of a run of which a watcher heard. A written rule has its message's stamp. Of a
 * deleted rule a watcher hears the last content, so the message follows from the message that wrote
 * the rule before. Nothing says when the deletion was sent. The flow is the one that writes the
 * rule.
 */
final class ToldMessages {
  private final RunId run;
  private final RuleSet rules;
  private final RuleWriters writers;
  private final RuleContents contents;
  private final int watchersOfGroup;

  ToldMessages(ArionProfile profile, RunId run) {
    this.run = run;
    this.rules = new RuleSet(profile.rules());
    this.writers = new RuleWriters(profile);
    this.contents = new RuleContents(profile);
    this.watchersOfGroup = profile.watchers().each();
  }

  /**
   * A message, and how what a watcher heard differs from what its client wrote.
   *
   * @param stamp its stamp; of this run's, the client is the one that sends it, and the period is
   *     the one that it was sent with
   */
  record Message(Stamp stamp, Set<Flaw> flaws) {}

  /**
   * The message; empty if the change is of no run.
   *
   * @param received when the watcher heard of it, ns since the epoch
   */
  Optional<Message> of(RuleNotice told, long received) {
    if (told.ip() == Addresses.NONE) {
      return Optional.empty();
    }
    int index = rules.index(told.tunnelId(), (int) told.ip());
    Optional<Stamp> stamp =
        writers.stamp(index, told.hostIp(), told.mac(), told.hostMac(), received);
    return told.deleted()
        ? deletion(told, index, stamp)
        : stamp.map(each -> written(told, index, each));
  }

  private Message written(RuleNotice told, int index, Stamp stamp) {
    if (!stamp.run().equals(run)) {
      return new Message(stamp, EnumSet.noneOf(Flaw.class));
    }
    int n = stamp.n();
    WrittenRules written = writers.of(stamp.flow());
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    if (!written.writes(n, index) || !isWatched(told, index)) {
      flaws.add(Flaw.MISDELIVERED);
    } else if (!told.ofGroup()) {
      flaws.add(Flaw.ALTERED);
    }
    Period period = stamp.period();
    if (written.client(n) != stamp.device()) {
      flaws.add(Flaw.ALTERED);
      Stamp other = RuleStamp.withOtherPeriod(stamp);
      period = written.client(n) == other.device() ? other.period() : period;
    }
    return new Message(
        new Stamp(run, stamp.flow(), period, written.client(n), n, stamp.due(), stamp.sent()),
        flaws);
  }

  private Optional<Message> deletion(RuleNotice told, int index, Optional<Stamp> was) {
    if (index < 0) {
      return Optional.empty();
    }
    WrittenRules written = writers.at(index);
    int before =
        was.filter(each -> each.run().equals(run) && each.flow().equals(written.flow()))
            .map(Stamp::n)
            .orElse(-1);
    int n = written.deletion(index, before);
    if (n < 0 || !written.deletes(n, Period.MEASURED)) {
      return Optional.empty();
    }
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    if (!isWatched(told, index)) {
      flaws.add(Flaw.MISDELIVERED);
    } else if (!contents.has(index, told, was, run)) {
      flaws.add(Flaw.ALTERED);
    }
    return Optional.of(
        new Message(
            new Stamp(
                run,
                written.flow(),
                Period.MEASURED,
                written.client(n),
                n,
                Stamp.UNKNOWN,
                Stamp.UNKNOWN),
            flaws));
  }

  /** Checks whether the watcher watches the rule's group. */
  private boolean isWatched(RuleNotice told, int index) {
    return index >= 0 && rules.group(index) == told.watcher() / watchersOfGroup;
  }
}
