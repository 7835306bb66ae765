// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.jt808.Jt808Pack;
import io.fleetload.jt808.Profiles;
import io.fleetload.jt808.wire.Version;
import io.fleetload.pack.Description;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two groups of terminals, with two flows of one kind and alerts of another name. */
class FleetOfGroupsTest {
  private static final long NOW = 1_795_000_000_000_000_000L;
  private static final RunId RUN = new RunId(0x12345678);
  private static final int CARS = 11;
  private static final int TRUCKS = 5;

  private final Jt808Profile profile =
      Profiles.of(
          """
          devices:
            groups:
              cars: { count: %d, phone: "138{index:8}" }
              trucks: { count: %d, phone: "139{index:8}", version2019: 100%%, timeout: 4s }
          phases: { ramp: 1s, warmUp: 5s, measure: 10s }
          flows:
            location: { of: cars, rate: 11/s, window: 3 }
            track: { kind: location, of: trucks, closed: { users: 3 } }
            panic: { kind: alert, of: trucks, rate: 5/s, command: queryLocation }
          """
              .formatted(CARS, TRUCKS));
  private final LocationStamp stamps = new LocationStamp(profile);
  private final PhoneBook phones = new PhoneBook(profile.devices());

  @Test
  void theFlowsHaveTheirNamesAndTheRepliesThatOfTheirAlerts() {
    Description run = new Jt808Pack().describe(profile);
    assertThat(run.flows().stream().map(FlowSpec::name))
        .containsExactly("location", "track", "panic", "panicReply");
    assertThat(run.flows().get(0).window()).isEqualTo(3);
    assertThat(run.flows().get(3).answers()).isEqualTo("panic");
    assertThat(run.flows().stream().map(each -> each.timeoutNanos() / 1_000_000_000))
        .containsExactly(10L, 4L, 4L, 4L);
  }

  @Test
  void aTerminalHasTheNumberAndTheVersionOfItsGroup() {
    assertThat(phones.number(CARS - 1)).isEqualTo("13800000010");
    assertThat(phones.version(CARS - 1)).isEqualTo(Version.V2013);
    assertThat(phones.number(CARS)).isEqualTo("13900000011");
    assertThat(phones.version(CARS)).isEqualTo(Version.V2019);
    for (int i = 0; i < CARS + TRUCKS; i++) {
      assertThat(phones.index(phones.number(i))).isEqualTo(i);
      assertThat(phones.number(i)).isEqualTo(profile.devices().name(i));
    }
    assertThat(phones.index("13800000011")).isEqualTo(-1);
    assertThat(phones.index("13900000010")).isEqualTo(-1);
    assertThat(phones.index("13900000016")).isEqualTo(-1);
  }

  @Test
  void everyStampComesBackAsItselfInOneShardAlone() {
    for (String flow : List.of("location", "track", "panic")) {
      RoundRobin turns = profile.turns(flow);
      int measuredFrom = flow.equals("track") ? (1 << 29) / 3 * 3 : 0;
      int messages = 40 * turns.devices();
      BitSet sent = new BitSet();
      for (int shard = 1; shard <= 3; shard++) {
        ShardDevices own = ShardDevices.everyKth(CARS + TRUCKS, new Shard(shard, 3));
        for (long n = own.nextOwn(turns, measuredFrom);
            n < measuredFrom + messages;
            n = own.nextOwn(turns, n + 1)) {
          int number = (int) n;
          int device = turns.device(number);
          assertThat(own.has(device)).isTrue();
          assertThat(profile.group(flow).has(device)).isTrue();
          assertThat(sent.get(number - measuredFrom)).as("%s %d", flow, number).isFalse();
          sent.set(number - measuredFrom);
          assertComesBack(flow, device, number);
        }
      }
      assertThat(sent.cardinality()).as(flow).isEqualTo(messages);
    }
  }

  private void assertComesBack(String flow, int device, int n) {
    for (String each : flow.equals("panic") ? List.of(flow, "panicReply") : List.of(flow)) {
      long bits = stamps.bits(new Stamp(RUN, each, Period.MEASURED, device, n, NOW, NOW));
      Stamp back =
          stamps
              .stamp(
                  RUN,
                  phones.index(phones.number(device)),
                  LocationStamp.latitude(bits),
                  LocationStamp.longitude(bits),
                  NOW)
              .orElseThrow();
      assertThat(back.run()).isEqualTo(RUN);
      assertThat(back.flow()).isEqualTo(each);
      assertThat(back.device()).isEqualTo(device);
      assertThat(back.n()).isEqualTo(n);
    }
  }

  @Test
  void aPlaceOfAnotherGroupsTerminalIsNoStamp() {
    int truck = profile.turns("panic").device(0);
    long bits = stamps.bits(new Stamp(RUN, "panic", Period.MEASURED, truck, 0, NOW, NOW));
    for (int car = 0; car < CARS; car++) {
      assertThat(
              stamps.stamp(
                  RUN, car, LocationStamp.latitude(bits), LocationStamp.longitude(bits), NOW))
          .isEmpty();
    }
  }

  @Test
  void aStampNamesAsManyFlowsAsAProfileMayHave() {
    int most = LocationStamp.MOST_FLOWS;
    Jt808Profile many =
        Profiles.of(
            """
            devices: { count: 7 }
            phases: { measure: 10s }
            flows:
            """
                + IntStream.range(0, most)
                    .mapToObj("  place%d: { kind: location, rate: 7/s }\n"::formatted)
                    .collect(Collectors.joining()));
    LocationStamp ofMany = new LocationStamp(many);
    BitSet seen = new BitSet();
    for (int i = 0; i < most; i++) {
      String flow = "place" + i;
      int device = many.turns(flow).device(30);
      long bits = ofMany.bits(new Stamp(RUN, flow, Period.MEASURED, device, 30, NOW, NOW));
      int latitude = LocationStamp.latitude(bits);
      Stamp back =
          ofMany.stamp(RUN, device, latitude, LocationStamp.longitude(bits), NOW).orElseThrow();
      assertThat(back.flow()).isEqualTo(flow);
      assertThat(back.n()).isEqualTo(30);
      List<LocationStamp.Latitudes> ranges = ofMany.latitudes(RUN);
      for (int range = 0; range < ranges.size(); range++) {
        if (ranges.get(range).from() <= latitude && latitude <= ranges.get(range).to()) {
          assertThat(seen.get(range)).isFalse();
          seen.set(range);
        }
      }
    }
    assertThat(seen.cardinality()).isEqualTo(most);
  }
}
