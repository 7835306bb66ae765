// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.jt808.Booked;
import io.fleetload.jt808.Profiles;
import io.fleetload.jt808.backend.Store;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedMessagesTest {
  private static final RunId RUN = new RunId(0x2a);
  private static final long NOW = 1_795_339_625_099_542_000L;

  private final Jt808Profile profile =
      Profiles.of(
          """
          devices: { count: 300 }
          phases: { measure: 10s }
          flows: { location: { rate: 300/s }, alert: { closed: { users: 7 } } }
          """);
  private final PublishedMessages published = new PublishedMessages(profile, RUN);
  private final Booked book = new Booked(RUN);

  private static String place(Jt808Profile profile, RunId run, String flow, int device, int n) {
    Stamp stamp = new Stamp(run, flow, Period.MEASURED, device, n, NOW, NOW);
    long bits = new LocationStamp(profile).bits(stamp);
    return "%d,%d".formatted(LocationStamp.latitude(bits), LocationStamp.longitude(bits));
  }

  private String location(int n) {
    int device = n % 300;
    return "138%08d,%s,1795339625099542"
        .formatted(device, place(profile, RUN, "location", device, n));
  }

  private void read(String subject, String text) {
    published.read(subject, text.getBytes(StandardCharsets.US_ASCII), NOW, book);
  }

  private static String json(String... locations) {
    StringBuilder all = new StringBuilder();
    for (String each : locations) {
      String[] fields = each.split(",");
      all.append(all.isEmpty() ? "" : ",")
          .append(
              "{\"phone\":\"%s\",\"latitude\":%s,\"longitude\":%s,\"timestamp\":%s}"
                  .formatted((Object[]) fields));
    }
    return "{\"locations\":[" + all + "]}";
  }

  @Test
  void aLocationIsReadAsTheRecordedServerWritesIt() {
    read("0x0200", location(7));
    read("0x0200", location(607));
    assertThat(book.all).containsExactly("arrived location 7", "arrived location 607");
    assertThat(book.stamps.get(0).device()).isEqualTo(7);
  }

  @Test
  void eachLocationOfABatchIsReadAsTheRecordedServerWritesIt() {
    read("0x0704", json(location(1), location(301), "999,1,1,1", location(601)));
    assertThat(book.all)
        .containsExactly(
            "arrived location 1", "arrived location 301", "foreign", "arrived location 601");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "13800000001,31230416,121473701,1795339625099542",
        "13800000300,31230416,121473701,1795339625099542"
      })
  void theRecordedTextIsReadWithoutAnException(String recorded) {
    read("0x0200", recorded);
    assertThat(book.all).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "13900000001",
        "13800000300",
        "1380000000",
        "138000000001",
        "138+0000001",
        "138",
        ""
      })
  void aLocationOfAnotherPhoneIsForeign(String phone) {
    read("0x0200", phone + ",1,1,1");
    assertThat(book.all).containsExactly("foreign");
  }

  @Test
  void theStampOfAnotherRunIsForeign() {
    read("0x0200", "13800000007," + place(profile, new RunId(0x2b), "location", 7, 7) + ",1");
    assertThat(book.all).containsExactly("foreign");
  }

  @Test
  void aPlaceThatIsNoMessageOfItsTerminalIsUnstamped() {
    // Of users 0 to 6 in a closed model, and of terminal 8.
    read("0x0200", "13800000008," + place(profile, RUN, "alert", 6, 6) + ",1");
    // A reply has a subject of its own.
    read("0x0200", "13800000003," + place(profile, RUN, "reply", 3, 3) + ",1");
    read("0x0200", "13800000003,89999999,179999999,1");
    read("0x0200", "13800000003,4294967295,4294967295,1");
    read("0x0200", "13800000003,-1,-1,1");
    assertThat(book.all).containsOnly("unstamped").hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "13800000001",
        "13800000001,1",
        "13800000001,x,1,1",
        "13800000001,1,1e3,1",
        "13800000001,99999999999999999999,1,1"
      })
  void aDamagedTextIsUnstamped(String text) {
    read("0x0200", text);
    assertThat(book.all).containsExactly("unstamped");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "[]",
        "null",
        "7",
        "{\"locations\":7}",
        "{\"locations\":{\"phone\":1}}",
        "{\"locations\":[{\"phone\":\"13800000001\"}]}",
        "{\"locations\":[{\"phone\":\"13800000001\",\"latitude\":\"x\",\"longitude\":1e400}]}"
      })
  void aDamagedBatchIsUnstamped(String text) {
    read("0x0704", text);
    assertThat(book.all).containsExactly("unstamped");
  }

  @Test
  void anyPlaceAndAnyDamageIsReadWithoutAnException() {
    Random random = new Random(8);
    byte[] batch = json(location(1), location(2)).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 50_000; i++) {
      byte[] damaged = Arrays.copyOf(batch, 1 + random.nextInt(batch.length));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      published.read(i % 2 == 0 ? "0x0704" : "0x0200", damaged, NOW, book);
      long latitude = random.nextLong(1L << 26);
      read("0x0200", "13800000299,%d,%d,1".formatted(latitude, random.nextLong(1L << 27)));
    }
    assertThat(book.stamps).isNotEmpty().allMatch(each -> each.n() >= 0);
  }

  @Test
  void whatAStoreHoldsIsCountedAndStrangersInItAreNot() {
    Store.Counter counter = new Store.Counter(profile, book);
    counter.count("0x0200", location(7).getBytes(StandardCharsets.US_ASCII));
    counter.count("0x0704", json(location(8), "1,1,1,1").getBytes(StandardCharsets.US_ASCII));
    counter.count("0x0704", "{".getBytes(StandardCharsets.US_ASCII));
    counter.count("else", json(location(9)).getBytes(StandardCharsets.US_ASCII));
    String[] reply = place(profile, RUN, "reply", 3, 3).split(",");
    counter.count("13800000003", Long.parseLong(reply[0]), Long.parseLong(reply[1]));
    String[] row = location(10).split(",");
    counter.count(row[0], Long.parseLong(row[1]), Long.parseLong(row[2]));
    assertThat(book.all)
        .containsExactly("stored location 7", "stored location 8", "stored location 10");
  }
}
