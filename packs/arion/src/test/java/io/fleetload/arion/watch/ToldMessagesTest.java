// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.Profiles;
import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.provision.Markers;
import io.fleetload.arion.provision.ProvisionedRules;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.Flaw;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ten rules of two groups, with two watchers each; three clients, of whom client n % 3 sends n. */
class ToldMessagesTest {
  private static final RunId RUN = new RunId(0x1f00a);
  private static final long NOW = 1_795_000_000_000_000_000L;
  private static final ArionProfile PROFILE = profile("");

  private final RuleSet rules = new RuleSet(PROFILE.rules());
  private final ToldMessages messages = new ToldMessages(PROFILE, RUN);

  private static ArionProfile profile(String target) {
    return Profiles.of(
        """
        target: { server: "127.0.0.1:1"%s }
        rules: { count: 10, groups: 2 }
        devices: { count: 3 }
        watchers: { grpc: 2 }
        phases: { measure: 10s }
        flows: { write: { rate: 1/s, delete: 50%% } }
        """
            .formatted(target));
  }

  private static Stamp stamp(RunId run, int client, int n) {
    return new Stamp(run, "write", Period.MEASURED, client, n, NOW, NOW);
  }

  private NeighborRule rule(int index, Stamp stamp) {
    return rule(
        index,
        Addresses.ip(RuleStamp.hostIp(stamp)),
        Addresses.mac(RuleStamp.mac(stamp)),
        Addresses.mac(RuleStamp.hostMac(stamp)));
  }

  private NeighborRule rule(int index, String hostIp, String mac, String hostMac) {
    String group = RuleSet.groupName(rules.group(index));
    return new NeighborRule(1, Addresses.ip(rules.ip(index)), hostIp, mac, 1, hostMac, group, 1);
  }

  private static RuleNotice told(int watcher, NeighborRule rule, boolean deleted) {
    return RuleNotice.of(watcher, RuleSet.groupName(watcher / 2), rule, deleted, 0);
  }

  private Optional<ToldMessages.Message> of(int watcher, NeighborRule rule) {
    return messages.of(told(watcher, rule, false), NOW);
  }

  private Optional<ToldMessages.Message> ofDeleted(int watcher, NeighborRule rule) {
    return messages.of(told(watcher, rule, true), NOW);
  }

  private static void assertFlaws(Optional<ToldMessages.Message> message, int n, Flaw... flaws) {
    assertThat(message.orElseThrow().stamp().n()).isEqualTo(n);
    assertThat(message.orElseThrow().stamp().device()).isEqualTo(n % 3);
    assertThat(message.orElseThrow().flaws()).containsExactlyInAnyOrder(flaws);
  }

  @Test
  void aRuleOfItsMessageAtAWatcherOfItsGroupHasNoFlaw() {
    assertFlaws(of(2, rule(1, stamp(RUN, 2, 11))), 11);
    assertFlaws(of(3, rule(1, stamp(RUN, 2, 11))), 11);
  }

  @Test
  void aRuleOfAnotherGroupOrOfAnotherMessageIsMisdelivered() {
    assertFlaws(of(0, rule(1, stamp(RUN, 2, 11))), 11, Flaw.MISDELIVERED);
    assertFlaws(of(2, rule(3, stamp(RUN, 2, 11))), 11, Flaw.MISDELIVERED);
  }

  @Test
  void aRuleThatNamesAnotherGroupIsAltered() {
    NeighborRule rule = rule(1, stamp(RUN, 2, 11));
    NeighborRule renamed =
        new NeighborRule(1, rule.ip(), rule.hostIp(), rule.mac(), 1, rule.hostMac(), "group0", 1);

    assertFlaws(of(2, renamed), 11, Flaw.ALTERED);
  }

  @Test
  void aStampOfWhichAnyBitIsChangedIsNotWhole() {
    NeighborRule rule = rule(1, stamp(RUN, 2, 11));
    long mac = Addresses.readMac(rule.mac());
    long hostMac = Addresses.readMac(rule.hostMac());
    for (int bit = 0; bit < 40; bit++) {
      String other = Addresses.mac(hostMac ^ (1L << bit));
      assertFlaws(of(2, rule(1, rule.hostIp(), rule.mac(), other)), 11, Flaw.ALTERED);
    }
    for (int bit = 0; bit < 14; bit++) {
      String other = Addresses.mac(mac ^ (1L << bit));
      assertFlaws(of(2, rule(1, rule.hostIp(), other, rule.hostMac())), 11, Flaw.ALTERED);
    }
    for (int bit = 14; bit < 40; bit++) {
      String other = Addresses.mac(mac ^ (1L << bit));
      assertThat(of(2, rule(1, rule.hostIp(), other, rule.hostMac())).orElseThrow().flaws())
          .as("number, bit %d", bit)
          .contains(Flaw.ALTERED);
    }
  }

  @Test
  void aChangedPeriodIsToldFromTheRestOfTheStamp() {
    NeighborRule rule = rule(1, stamp(RUN, 2, 11));
    String other = Addresses.mac(Addresses.readMac(rule.mac()) ^ (1L << 47));
    Optional<ToldMessages.Message> message = of(2, rule(1, rule.hostIp(), other, rule.hostMac()));

    assertFlaws(message, 11, Flaw.ALTERED);
    assertThat(message.orElseThrow().stamp().period()).isEqualTo(Period.MEASURED);
  }

  @Test
  void aDeletionIsTheMessageAfterTheOneThatWroteTheRule() {
    assertFlaws(ofDeleted(0, rule(2, stamp(RUN, 0, 12))), 22);
    assertFlaws(ofDeleted(2, rule(2, stamp(RUN, 0, 12))), 22, Flaw.MISDELIVERED);
    assertFlaws(ofDeleted(0, rule(2, stamp(RUN, 1, 12))), 22, Flaw.ALTERED);
  }

  @Test
  void ofARuleThatNoMessageHadWrittenADeletionSaysWhatProvisioningWrote() {
    NeighborRule provisioned = new ProvisionedRules(PROFILE.rules()).rule(2);
    assertFlaws(ofDeleted(0, provisioned), 2);

    NeighborRule other = rule(2, "172.16.9.9", provisioned.mac(), provisioned.hostMac());
    assertFlaws(ofDeleted(0, other), 2, Flaw.ALTERED);
    ToldMessages unknown = new ToldMessages(profile(", provision: false"), RUN);
    assertFlaws(unknown.of(told(0, other, true), NOW), 2);
  }

  @Test
  void aMarkerCountsForAWatcherOfItsGroupAlone() {
    Markers markers = new Markers(null, rules);
    String ip = Addresses.ip(rules.markerIp(1));
    String mac = "00:16:40:00:00:01";
    RuleNotice end = told(2, new NeighborRule(1, ip, ip, mac, 1, mac, "group1", 1), false);

    assertThat(markers.has(end, 1)).isTrue();
    assertThat(Markers.serial(end)).isEqualTo(Markers.AT_THE_END);
    assertThat(markers.has(end, 0)).isFalse();
    String none = "00:16:40:00:00:09";
    NeighborRule other = new NeighborRule(1, ip, ip, none, 1, none, "group1", 1);
    assertThat(markers.has(told(2, other, false), 1)).isFalse();
  }
}
