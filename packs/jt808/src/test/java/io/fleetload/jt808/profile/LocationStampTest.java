// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.jt808.Profiles;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LocationStampTest {
  private static final long NOW = 1_795_000_000_000_000_000L;
  private static final RunId RUN = new RunId(0x12345678);

  private final Jt808Profile profile =
      Profiles.of(
          """
          devices: { count: 300 }
          phases: { ramp: 1s, warmUp: 5s, measure: 10s }
          flows:
            heartbeat: { every: 20s }
            location: { rate: 100/s }
            alert: { closed: { users: 7 } }
          """);
  private final LocationStamp stamps = new LocationStamp(profile);

  private Stamp stamp(String flow, Period period, int device, int n, long sent) {
    return new Stamp(RUN, flow, period, device, n, sent, sent);
  }

  private Stamp back(long bits, int device, long received) {
    return stamps
        .stamp(RUN, device, LocationStamp.latitude(bits), LocationStamp.longitude(bits), received)
        .orElseThrow();
  }

  @Test
  void aStampIsAPlaceOnEarthAndComesBackWhole() {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      // The second of three flows begins its round at device 100 of 300.
      int n = random.nextInt(300 * (LocationStamp.MOST_ROUNDS - 1));
      int device = (n + 100) % 300;
      Period period = random.nextBoolean() ? Period.MEASURED : Period.WARM_UP;
      long sent = NOW - random.nextLong(1_600_000_000_000L);
      long bits = stamps.bits(stamp("location", period, device, n, sent));

      assertThat(LocationStamp.latitude(bits)).isBetween(0, 90_000_000);
      assertThat(LocationStamp.longitude(bits)).isBetween(0, 180_000_000);
      Stamp back = back(bits, device, NOW);
      assertThat(back.n()).isEqualTo(n);
      assertThat(back.period()).isEqualTo(period);
      assertThat(back.flow()).isEqualTo("location");
      assertThat(back.run()).isEqualTo(RUN);
      assertThat(back.sent()).isCloseTo(sent, within(50_000L));
    }
  }

  /** An earlier version wrote these bits, and its rows may still be in a store. */
  @Test
  void theStampsOfAProfileWithAFlowOfEachKindDoNotChange() {
    assertThat(bits("location", 1_000)).isEqualTo(0x22000035fac00L);
    assertThat(bits("alert", 1_000)).isEqualTo(0x620008e5fac00L);
    assertThat(bits("reply", 1_000)).isEqualTo(0xa20008e5fac00L);
  }

  private long bits(String flow, int n) {
    return stamps.bits(stamp(flow, Period.WARM_UP, 0, n, NOW));
  }

  @Test
  void theUsersOfAClosedModelComeBackWithTheirNumbers() {
    int measuredFrom = (1 << 29) / 7 * 7;
    for (int n : List.of(0, 6, 7, 700_000)) {
      long warm = stamps.bits(stamp("alert", Period.WARM_UP, n % 7, n, NOW));
      assertThat(back(warm, n % 7, NOW).n()).isEqualTo(n);
      int measured = measuredFrom + n;
      long bits = stamps.bits(stamp("alert", Period.MEASURED, measured % 7, measured, NOW));
      assertThat(back(bits, measured % 7, NOW).n()).isEqualTo(measured);
      assertThat(back(bits, measured % 7, NOW).flow()).isEqualTo("alert");
    }
  }

  @Test
  void aClockThatIsAheadMakesNoMessageLookHalfAnHourLate() {
    long bits = stamps.bits(stamp("location", Period.MEASURED, 100, 0, NOW + 300_000_000));
    assertThat(back(bits, 100, NOW).sent()).isCloseTo(NOW + 300_000_000, within(50_000L));
  }

  @Test
  void aLocationOfAnotherRunIsForeign() {
    long bits = stamps.bits(stamp("location", Period.MEASURED, 100, 0, NOW));
    RunId other = new RunId(0x12345679);
    assertThat(
            stamps
                .stamp(other, 100, LocationStamp.latitude(bits), LocationStamp.longitude(bits), NOW)
                .orElseThrow()
                .run())
        .isNotEqualTo(other);
  }

  @Test
  void runsOfFewMessagesAreToldApartByManyBits() {
    Jt808Profile few =
        Profiles.of(
            """
            devices: { count: 300 }
            phases: { measure: 20s }
            flows: { location: { every: 1s } }
            """);
    LocationStamp short20 = new LocationStamp(few);
    long bits = short20.bits(stamp("location", Period.MEASURED, 100, 100, NOW));
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      RunId other = new RunId(random.nextInt());
      assertThat(
              short20
                  .stamp(
                      other, 100, LocationStamp.latitude(bits), LocationStamp.longitude(bits), NOW)
                  .orElseThrow()
                  .run())
          .isNotEqualTo(other);
    }
  }

  @Test
  void theLatitudesOfARunHaveAllOfItsStamps() {
    Random random = new Random(9);
    for (int i = 0; i < 10_000; i++) {
      Period period = random.nextBoolean() ? Period.MEASURED : Period.WARM_UP;
      long latitude =
          LocationStamp.latitude(
              stamps.bits(stamp("location", period, 100, random.nextInt(1_000_000), NOW)));
      assertThat(stamps.latitudes(RUN))
          .filteredOn(each -> each.from() <= latitude && latitude <= each.to())
          .hasSize(1);
      assertThat(stamps.latitudes(new RunId(0x12345679)))
          .noneMatch(each -> each.from() <= latitude && latitude <= each.to());
    }
  }

  @Test
  void aPlaceThatIsNoStampHasNone() {
    assertThat(stamps.stamp(RUN, 0, 0xffffffffL, 0xffffffffL, NOW)).isEmpty();
    assertThat(stamps.stamp(RUN, 0, 0, 1L << 27, NOW)).isEmpty();
  }
}
