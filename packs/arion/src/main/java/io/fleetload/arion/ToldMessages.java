// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.driver.Flaw;
import io.fleetload.profile.Closed;
import io.fleetload.results.RoundRobin;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which message of a run a watcher was told of. A written rule has its message's stamp. Of a
 * deleted rule a watcher is told what it was, so the message follows from whose stamp that is; when
 * the message was sent nobody says.
 */
final class ToldMessages {
  private final RunId run;
  private final RuleSet rules;
  private final WrittenRules written;
  private final RoundRobin turns;

  ToldMessages(ArionProfile profile, RunId run) {
    this.run = run;
    this.rules = new RuleSet(profile.rules());
    this.written = new WrittenRules(profile);
    Closed closed = profile.flows().write().closed();
    List<String> due = List.copyOf(profile.flowsByName().keySet());
    String naming = profile.devices().id();
    this.turns =
        closed == null
            ? RoundRobin.ofFlow(
                due.indexOf(ArionFlows.WRITE), due.size(), profile.devices().count(), naming)
            : new RoundRobin(closed.users(), 0, naming);
  }

  /**
   * The stamp of the message; nothing where it is none of a run.
   *
   * @param received when the watcher was told, ns since the epoch
   */
  Optional<Stamp> stamp(Told told, long received) {
    Optional<Stamp> stamp =
        RuleStamp.read(told.hostIp(), told.mac(), told.hostMac(), received)
            .filter(each -> told.ip() != Addresses.NONE);
    return told.deleted() ? deletion(told, stamp) : stamp;
  }

  /** How what a watcher was told differs from what the message's client wrote. */
  Set<Flaw> flaws(Told told, Stamp stamp) {
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    if (stamp.run().equals(run)) {
      if (!written.writes(stamp.n(), rules.index(told.tunnelId(), (int) told.ip()))) {
        flaws.add(Flaw.MISDELIVERED);
      }
      if (turns.device(stamp.n()) != stamp.device()) {
        flaws.add(Flaw.ALTERED);
      }
    }
    return flaws;
  }

  private Optional<Stamp> deletion(Told told, Optional<Stamp> was) {
    int index = told.ip() == Addresses.NONE ? -1 : rules.index(told.tunnelId(), (int) told.ip());
    if (index < 0) {
      return Optional.empty();
    }
    int before = was.filter(each -> each.run().equals(run)).map(Stamp::n).orElse(-1);
    int n = written.deletion(index, before);
    return n >= 0 && written.deletes(n, Period.MEASURED)
        ? Optional.of(
            new Stamp(
                run,
                ArionFlows.WRITE,
                Period.MEASURED,
                turns.device(n),
                n,
                Stamp.UNKNOWN,
                Stamp.UNKNOWN))
        : Optional.empty();
  }
}
