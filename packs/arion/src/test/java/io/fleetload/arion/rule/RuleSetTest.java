// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.Profiles;
import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.Rules;
import io.fleetload.quantity.Share;
import io.fleetload.stamp.Period;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleSetTest {
  private final RuleSet rules = new RuleSet(new Rules(1_200, 4, 7, null, null));

  @Test
  void everyRuleHasAKeyOfItsOwnFromWhichItIsFoundAgain() {
    Set<String> keys = new HashSet<>();
    int[] ofGroup = new int[4];
    for (int i = 0; i < rules.count(); i++) {
      keys.add(RuleMap.key(rules.tunnelId(i), Addresses.ip(rules.ip(i))));
      ofGroup[rules.group(i)]++;
      assertThat(rules.index(rules.tunnelId(i), rules.ip(i))).isEqualTo(i);
    }
    assertThat(keys).hasSize(1_200);
    assertThat(ofGroup).containsOnly(300);
  }

  @Test
  void otherKeysAreOfNoRule() {
    assertThat(rules.index(8, rules.ip(0))).isEqualTo(-1);
    assertThat(rules.index(1, rules.ip(0) - 1)).isEqualTo(-1);
    assertThat(rules.index(1, rules.ip(1_199) + 1)).isEqualTo(-1);
    assertThat(rules.index(1, rules.unknownIp(0))).isEqualTo(-1);
    assertThat(rules.index(1, rules.markerIp(0))).isEqualTo(-1);
  }

  @Test
  void theShareOfUnknownKeysIsSpreadEvenly() {
    AskedKeys asked = new AskedKeys(rules, Share.parse("20%"));
    int unknown = 0;
    for (int i = 0; i < 1_000; i++) {
      boolean isUnknown = asked.isUnknown(i);
      unknown += isUnknown ? 1 : 0;
      assertThat(rules.index(asked.tunnelId(i), asked.ip(i)) < 0).isEqualTo(isUnknown);
    }
    assertThat(unknown).isEqualTo(200);
    assertThat(new AskedKeys(rules, null).isUnknown(4)).isFalse();
  }

  @Test
  void addressesAreReadAsTheyAreWritten() {
    assertThat(Addresses.ip(0x0a00_0102)).isEqualTo("10.0.1.2");
    assertThat(Addresses.readIp("240.0.0.1")).isEqualTo(0xf000_0001L);
    assertThat(Addresses.readMac("00:16:3E:00:ff:01")).isEqualTo(0x00_16_3e_00_ff_01L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1..2.3", "1.2.3.x", "::1"})
  void whatIsNoIpReadsAsNone(String text) {
    assertThat(Addresses.readIp(text)).isEqualTo(Addresses.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00:16:3e:00:00", "00-16-3e-00-00-01", "00:16:3e:00:00:0g"})
  void whatIsNoMacReadsAsNone(String text) {
    assertThat(Addresses.readMac(text)).isEqualTo(Addresses.NONE);
  }

  private static ArionProfile deleting(String share) {
    return Profiles.of(
        """
        rules: { count: 1000 }
        devices: { count: 10 }
        phases: { warmUp: 1s, measure: 10s }
        flows: { write: { rate: 500/s, delete: %s } }
        """
            .formatted(share));
  }

  @Test
  void deletionsHaveTheShareThatIsAskedForAndLeaveARoundBetweenThemToPutTheRuleBack() {
    WrittenRules written = new WrittenRules(deleting("30%"), "write");
    int deletions = 0;
    BitSet gone = new BitSet();
    for (int n = 0; n < 10_000; n++) {
      int index = written.index(n, 0);
      assertThat(index).isEqualTo(n % 1_000);
      if (written.deletes(n, Period.MEASURED)) {
        deletions++;
        assertThat(gone.get(index)).as("rule %d was deleted and not put back", index).isFalse();
        gone.set(index);
      } else {
        gone.clear(index);
      }
      assertThat(written.deletes(n, Period.WARM_UP)).isFalse();
    }
    assertThat(deletions).isEqualTo(3_000);
  }

  @Test
  void whatARuleWasTellsWhichMessageDeletedIt() {
    WrittenRules written = new WrittenRules(deleting("50%"), "write");
    int[] writtenBy = new int[1_000];
    Arrays.fill(writtenBy, -1);
    for (int n = 0; n < 10_000; n++) {
      int index = written.index(n, 0);
      if (written.deletes(n, Period.MEASURED)) {
        assertThat(written.deletion(index, writtenBy[index])).isEqualTo(n);
      } else {
        writtenBy[index] = n;
      }
    }
  }
}
