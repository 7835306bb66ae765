// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.arion.provision.ProvisionedRules;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RuleStampTest {
  private static final long NOW = 1_795_000_000_000_000_000L;
  private static final long HOUR = 3_600_000_000_000L;

  /** As it is after it was written as text and read again. */
  private static Optional<Stamp> back(Stamp stamp, long received) {
    return RuleStamp.read(
        "write",
        Addresses.readIp(Addresses.ip(RuleStamp.hostIp(stamp))),
        Addresses.readMac(Addresses.mac(RuleStamp.mac(stamp))),
        Addresses.readMac(Addresses.mac(RuleStamp.hostMac(stamp))),
        received);
  }

  private static Stamp stamp(int run, Period period, int client, int n, long sent) {
    return new Stamp(new RunId(run), "write", period, client, n, sent, sent);
  }

  @Test
  void aStampComesBackWholeInThreeAddresses() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      long sent = NOW - random.nextLong(24 * HOUR);
      Stamp stamp =
          stamp(
              random.nextInt(),
              random.nextBoolean() ? Period.MEASURED : Period.WARM_UP,
              random.nextInt(RuleStamp.MOST_CLIENTS),
              random.nextInt(Integer.MAX_VALUE),
              sent);

      Stamp back = back(stamp, NOW).orElseThrow();
      assertThat(back.run()).isEqualTo(stamp.run());
      assertThat(back.period()).isEqualTo(stamp.period());
      assertThat(back.device()).isEqualTo(stamp.device());
      assertThat(back.n()).isEqualTo(stamp.n());
      assertThat(back.sent()).isCloseTo(sent, within(1_000L));
    }
  }

  @Test
  void itsMacAddressesAreOfASingleInterfaceAndOfNoMaker() {
    Stamp stamp = stamp(-1, Period.MEASURED, RuleStamp.MOST_CLIENTS - 1, Integer.MAX_VALUE, NOW);

    assertThat(Addresses.ip(RuleStamp.hostIp(stamp))).isEqualTo("255.255.255.255");
    for (long mac : new long[] {RuleStamp.mac(stamp), RuleStamp.hostMac(stamp)}) {
      assertThat(mac >>> 40 & 0b11).isEqualTo(0b10);
      assertThat(mac >>> 48).isZero();
    }
  }

  @Test
  void aStampOfAClockThatIsAheadIsNotTakenForAnOldOne() {
    Stamp stamp = stamp(1, Period.MEASURED, 2, 3, NOW + HOUR / 2);

    assertThat(back(stamp, NOW).orElseThrow().sent()).isCloseTo(NOW + HOUR / 2, within(1_000L));
  }

  @Test
  void aRuleOfProvisioningAndWhatIsNoAddressHaveNone() {
    RuleSet rules = new RuleSet(Rules.BY_DEFAULT);
    assertThat(RuleStamp.read("write", rules.hostIp(5), rules.mac(5), rules.hostMac(5), NOW))
        .isEmpty();
    assertThat(RuleStamp.read("write", Addresses.NONE, 2L << 40, 2L << 40, NOW)).isEmpty();
    assertThat(RuleStamp.read("write", 1, Addresses.NONE, 2L << 40, NOW)).isEmpty();
    assertThat(RuleStamp.isOn(new ProvisionedRules(Rules.BY_DEFAULT).rule(7))).isFalse();
  }
}
