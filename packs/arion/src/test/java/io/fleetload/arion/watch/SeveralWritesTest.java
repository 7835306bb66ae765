// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.Profiles;
import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.rule.RuleContents;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.Flaw;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Ten rules of two groups, with one watcher each. The flow write is of the clients 0 to 2 and has
 * the rules 0 to 4, the flow update is of the clients 3 and 4 and has the others.
 */
class SeveralWritesTest {
  private static final RunId RUN = new RunId(0x1f00a);
  private static final long NOW = 1_795_000_000_000_000_000L;

  private static final ArionProfile PROFILE =
      Profiles.of(
          """
          target: { server: "127.0.0.1:1" }
          rules: { count: 10, groups: 2 }
          devices: { groups: { three: { count: 3 }, two: { count: 2 } } }
          watchers: { grpc: 1 }
          phases: { measure: 10s }
          flows:
            write: { of: three, rate: 1/s, delete: 50% }
            update: { kind: write, of: two, rate: 2/s, delete: 50% }
          """);

  private final RuleSet rules = new RuleSet(PROFILE.rules());
  private final ToldMessages messages = new ToldMessages(PROFILE, RUN);

  private static int client(String flow, int n) {
    return flow.equals("write") ? n % 3 : 3 + (n + 1) % 2;
  }

  private static int index(String flow, int n) {
    return (flow.equals("write") ? 0 : 5) + n % 5;
  }

  private static Stamp stamp(String flow, int n) {
    return new Stamp(RUN, flow, Period.MEASURED, client(flow, n), n, NOW, NOW);
  }

  private NeighborRule rule(int index, Stamp stamp) {
    return new NeighborRule(
        1,
        Addresses.ip(rules.ip(index)),
        Addresses.ip(RuleStamp.hostIp(stamp)),
        Addresses.mac(RuleStamp.mac(stamp)),
        1,
        Addresses.mac(RuleStamp.hostMac(stamp)),
        RuleSet.groupName(rules.group(index)),
        1);
  }

  private Optional<ToldMessages.Message> of(int index, Stamp stamp, boolean deleted) {
    int group = rules.group(index);
    RuleNotice told =
        RuleNotice.of(group, RuleSet.groupName(group), rule(index, stamp), deleted, 0);
    return messages.of(told, NOW);
  }

  private static void assertMessage(
      Optional<ToldMessages.Message> message, String flow, int n, Flaw... flaws) {
    Stamp stamp = message.orElseThrow().stamp();
    assertThat(stamp.flow()).isEqualTo(flow);
    assertThat(stamp.n()).isEqualTo(n);
    assertThat(stamp.device()).isEqualTo(client(flow, n));
    assertThat(message.orElseThrow().flaws()).containsExactlyInAnyOrder(flaws);
  }

  @Test
  void aWatcherKnowsTheFlowOfEachMessageByTheRule() {
    for (String flow : PROFILE.flows().keySet()) {
      for (int n = 0; n < 50; n++) {
        assertMessage(of(index(flow, n), stamp(flow, n), false), flow, n);
      }
    }
  }

  @Test
  void aDeletionIsOfTheFlowThatWritesTheRule() {
    for (String flow : PROFILE.flows().keySet()) {
      assertMessage(of(index(flow, 7), stamp(flow, 7), true), flow, 12);
    }
  }

  @Test
  void whatOneFlowWroteIsMisdeliveredOnARuleOfTheOther() {
    assertMessage(of(5, stamp("write", 0), false), "write", 0, Flaw.MISDELIVERED);
    assertMessage(of(0, stamp("update", 5), false), "update", 5, Flaw.MISDELIVERED);
  }

  @Test
  void whoReadsARuleAcceptsOnlyWhatItsFlowWrote() {
    RuleContents contents = new RuleContents(PROFILE);

    assertThat(contents.has(5, rule(5, stamp("update", 10)), RUN, NOW)).isTrue();
    assertThat(contents.has(5, rule(5, stamp("write", 10)), RUN, NOW)).isFalse();
    assertThat(contents.has(0, rule(0, stamp("write", 10)), RUN, NOW)).isTrue();
    assertThat(contents.has(0, rule(0, stamp("update", 10)), RUN, NOW)).isFalse();
  }
}
