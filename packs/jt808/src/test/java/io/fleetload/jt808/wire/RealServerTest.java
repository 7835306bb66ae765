// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each line that a real server (go-jt808) was seen to take or to say, both ways. */
class RealServerTest {
  private static final Phone OLD = Phone.of(Version.V2013, "13800000001");
  private static final Phone NEW = Phone.of(Version.V2019, "13900000001");
  private static final long SECOND =
      OffsetDateTime.parse("2026-11-22T17:30:00+08:00").toEpochSecond();
  private static final Location LOCATION =
      new Location(0, 3, 31_230_416, 121_473_701, 10, 600, 90, SECOND, List.of());
  private static final byte[] OLD_CODE = "13800000001".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NEW_CODE = "13900000001".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NONE = new byte[0];

  @ParameterizedTest(name = "{0}")
  @MethodSource("lines")
  void aMessageIsWrittenAsTheServerTakesIt(
      String name, Phone phone, int id, int serial, Object content, String bytes) {
    assertThat(Wire.written(id, phone, serial, AnyContent.writer(content))).isEqualTo(bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lines")
  void aMessageIsReadAsItWasMeant(
      String name, Phone phone, int id, int serial, Object content, String bytes) {
    Wire.Received read = Wire.only(bytes);

    assertThat(read.id()).isEqualTo(id);
    assertThat(read.phone()).isEqualTo(phone);
    assertThat(read.serial()).isEqualTo(serial);
    assertThat(read.total()).isZero();
    assertThat(AnyContent.plain(AnyContent.read(id, read.body())))
        .isEqualTo(AnyContent.plain(content));
  }

  static Stream<Arguments> lines() {
    return Stream.concat(edition2013(), edition2019());
  }

  private static Stream<Arguments> edition2013() {
    return Stream.of(
        line(
            OLD,
            MessageId.REGISTRATION,
            1,
            new Registration(44, 301, "MAKER", "MODEL", "TERM001", 1, "A12345"),
            "7e0100002b0138000000010001002c012d4d414b45524d4f44454c000000000000000000000000000000"
                + "5445524d30303101413132333435427e"),
        line(
            OLD,
            MessageId.REGISTRATION_REPLY,
            0,
            new RegistrationReply(1, 0, OLD_CODE),
            "7e8100000e013800000001000000010031333830303030303030318d7e"),
        line(
            OLD,
            MessageId.AUTHENTICATION,
            2,
            new Authentication(OLD_CODE, "", ""),
            "7e0102000b01380000000100023133383030303030303031097e"),
        line(OLD, 0x8001, 1, ok(2, 0x0102), "7e8001000501380000000100010002010200bc7e"),
        line(OLD, MessageId.HEARTBEAT, 3, NONE, "7e000200000138000000010003397e"),
        line(OLD, 0x8001, 2, ok(3, 0x0002), "7e8001000501380000000100020003000200bf7e"),
        line(
            OLD,
            MessageId.LOCATION,
            4,
            LOCATION,
            "7e0200001c0138000000010004000000000000000301dc89d0073d8aa5000a0258005a261122173000887e"),
        line(OLD, 0x8001, 3, ok(4, 0x0200), "7e8001000501380000000100030004020000b97e"),
        line(
            OLD,
            MessageId.LOCATION,
            0x7e7d,
            with(Item.of(Item.MILEAGE, 4, 0x7e7d)),
            "7e020000220138000000017d027d01000000000000000301dc89d0073d8aa5000a0258005a2611221730"
                + "00010400007d027d01b77e"),
        line(OLD, 0x8001, 4, ok(0x7e7d, 0x0200), "7e8001000501380000000100047d027d01020000b97e"),
        line(
            OLD,
            MessageId.LOCATION_BATCH,
            6,
            new LocationBatch(LocationBatch.NORMAL, List.of(LOCATION, LOCATION)),
            "7e0704003f0138000000010006000200001c000000000000000301dc89d0073d8aa5000a0258005a2611"
                + "22173000001c000000000000000301dc89d0073d8aa5000a0258005a261122173000007e"),
        line(OLD, 0x8001, 5, ok(6, 0x0704), "7e8001000501380000000100050006070400bc7e"));
  }

  private static Stream<Arguments> edition2019() {
    return Stream.of(
        line(
            NEW,
            MessageId.REGISTRATION,
            1,
            new Registration(44, 301, "MAKER", "MODEL", "TERM001", 1, "A12345"),
            "7e0100405201000000000139000000010001002c012d4d414b45520000000000004d4f44454c00000000"
                + "0000000000000000000000000000000000000000005445524d303031000000000000000000000000"
                + "000000000000000000000001413132333435"
                + "7b7e"),
        line(
            NEW,
            MessageId.REGISTRATION_REPLY,
            0,
            new RegistrationReply(1, 0, NEW_CODE),
            "7e8100400e010000000001390000000100000001003133393030303030303031cc7e"),
        line(
            NEW,
            MessageId.AUTHENTICATION,
            2,
            new Authentication(NEW_CODE, "123456789012345", "v1"),
            "7e0102402f010000000001390000000100020b3133393030303030303031313233343536373839303132"
                + "3334357631000000000000000000000000000000000000107e"),
        line(NEW, 0x8001, 1, ok(2, 0x0102), "7e80014005010000000001390000000100010002010200fc7e"),
        line(NEW, MessageId.HEARTBEAT, 3, NONE, "7e0002400001000000000139000000010003797e"),
        line(NEW, 0x8001, 2, ok(3, 0x0002), "7e80014005010000000001390000000100020003000200ff7e"),
        line(
            NEW,
            MessageId.LOCATION,
            4,
            LOCATION,
            "7e0200401c01000000000139000000010004000000000000000301dc89d0073d8aa5000a0258005a2611"
                + "22173000c87e"),
        line(NEW, 0x8001, 3, ok(4, 0x0200), "7e80014005010000000001390000000100030004020000f97e"));
  }

  private static Arguments line(Phone phone, int id, int serial, Object content, String bytes) {
    String name = "%s, %04x, serial %d".formatted(phone.version(), id, serial);
    return Arguments.of(name, phone, id, serial, content, bytes);
  }

  private static Acknowledgement ok(int serial, int id) {
    return new Acknowledgement(serial, id, Acknowledgement.OK);
  }

  private static Location with(Item item) {
    return new Location(0, 3, 31_230_416, 121_473_701, 10, 600, 90, SECOND, List.of(item));
  }
}
