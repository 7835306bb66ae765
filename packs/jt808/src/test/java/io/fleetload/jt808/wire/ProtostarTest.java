// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A codec that shares nothing with ours writes the same bytes, reads ours, and writes what ours
 * reads.
 */
class ProtostarTest {
  private static final int EACH = 100;

  // Protostar takes a year of two digits for one from 30 years before now to 69 after.
  private static final long YEAR_2030 = 1_893_456_000;
  private static final long THIRTY_YEARS = 946_684_800;

  private final Protostar protostar = new Protostar();

  /** A message as both codecs have it. */
  record Pair(int id, Object ours, Object theirs) {}

  /** Makes a message with any values. */
  interface Maker {
    Pair make(RandomMessages any);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void bothCodecsAgree(Kind kind) throws ReflectiveOperationException {
    Random random = new Random(kind.name().hashCode());
    for (int i = 0; i < EACH; i++) {
      RandomMessages any = new RandomMessages(random);
      agree(any, kind.maker().make(any));
    }
  }

  private void agree(RandomMessages any, Pair pair) throws ReflectiveOperationException {
    int serial = any.u16();
    String ours = written(any, pair, serial);
    Protostar.Header header = protostar.header(pair.id(), any.phone, serial);
    if (any.u8() > 0x80) {
      header.properties |= FrameWriter.FRAGMENT_BIT;
      header.total = 0x7e7d;
      header.number = 1 + any.u16() % 0x7e7d;
      ours = fragment(any, pair, serial, header.number);
    }

    assertThat(protostar.write(header, pair.theirs())).isEqualTo(ours);

    Protostar.Header readHeader = new Protostar.Header();
    Object read = pair.theirs().getClass().getConstructor().newInstance();
    protostar.read(ours, readHeader, read);
    assertThat(readHeader).usingRecursiveComparison().isEqualTo(header);
    assertThat(read).usingRecursiveComparison().isEqualTo(pair.theirs());

    Wire.Received received = Wire.only(ours);
    assertThat(AnyContent.plain(AnyContent.read(pair.id(), received.body())))
        .isEqualTo(AnyContent.plain(pair.ours()));
  }

  private static String written(RandomMessages any, Pair pair, int serial) {
    return Wire.written(pair.id(), any.phone, serial, AnyContent.writer(pair.ours()));
  }

  private static String fragment(RandomMessages any, Pair pair, int serial, int number) {
    return Wire.written(
        pair.id(),
        any.phone,
        serial,
        to -> AnyContent.writer(pair.ours()).accept(to.fragment(0x7e7d, number)));
  }

  /** A kind of message. */
  record Kind(String name, Maker maker) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("acknowledgement", ProtostarTest::acknowledgement),
        new Kind("registration", ProtostarTest::registration),
        new Kind("reply to a registration", ProtostarTest::registrationReply),
        new Kind("authentication", ProtostarTest::authentication),
        new Kind("location", ProtostarTest::location),
        new Kind("batch of locations", ProtostarTest::batch),
        new Kind("parameters", ProtostarTest::parameters),
        new Kind("request for fragments", ProtostarTest::resendRequest),
        new Kind("text", ProtostarTest::text));
  }

  private static Pair acknowledgement(RandomMessages any) {
    Acknowledgement ours = any.acknowledgement();
    Protostar.Answer theirs = new Protostar.Answer();
    theirs.serial = ours.serial();
    theirs.id = ours.id();
    theirs.result = ours.result();
    return new Pair(MessageId.PLATFORM_ACKNOWLEDGEMENT, ours, theirs);
  }

  private static Pair registration(RandomMessages any) {
    Registration ours = any.registration();
    Protostar.Register theirs = new Protostar.Register();
    theirs.province = ours.province();
    theirs.city = ours.city();
    theirs.maker = ours.maker();
    theirs.model = ours.model();
    theirs.terminal = ours.terminal();
    theirs.plateColor = ours.plateColor();
    theirs.plate = ours.plate();
    return new Pair(MessageId.REGISTRATION, ours, theirs);
  }

  private static Pair registrationReply(RandomMessages any) {
    Protostar.Registered theirs = new Protostar.Registered();
    theirs.serial = any.u16();
    theirs.result = any.u8();
    theirs.code = any.text(40);
    byte[] code = theirs.code.getBytes(Charset.forName("GBK"));
    RegistrationReply ours = new RegistrationReply(theirs.serial, theirs.result, code);
    return new Pair(MessageId.REGISTRATION_REPLY, ours, theirs);
  }

  private static Pair authentication(RandomMessages any) {
    Protostar.Authenticate theirs = new Protostar.Authenticate();
    theirs.code = any.text(255);
    if (any.version == Version.V2019) {
      theirs.imei = any.text(15);
      theirs.software = any.text(20);
    }
    byte[] code = theirs.code.getBytes(Charset.forName("GBK"));
    Authentication ours = new Authentication(code, theirs.imei, theirs.software);
    return new Pair(MessageId.AUTHENTICATION, ours, theirs);
  }

  private static Pair location(RandomMessages any) {
    Location ours = withKnownItems(any);
    return new Pair(MessageId.LOCATION, ours, place(ours));
  }

  private static Pair batch(RandomMessages any) {
    List<Location> locations = new ArrayList<>();
    for (int i = any.u8() % 10; i > 0; i--) {
      locations.add(withKnownItems(any));
    }
    Protostar.Places theirs = new Protostar.Places();
    theirs.count = locations.size();
    theirs.type = LocationBatch.BLIND_SPOT;
    theirs.places = locations.stream().map(ProtostarTest::place).toList();
    LocationBatch ours = new LocationBatch(LocationBatch.BLIND_SPOT, locations);
    return new Pair(MessageId.LOCATION_BATCH, ours, theirs);
  }

  private static Location withKnownItems(RandomMessages any) {
    Location one = any.location();
    List<Item> items = new ArrayList<>();
    if (any.u8() > 0x40) {
      items.add(Item.of(Item.MILEAGE, 4, any.u32()));
      items.add(Item.of(Item.FUEL, 2, any.u16()));
      items.add(Item.of(Item.SIGNAL, 1, any.u8()));
    }
    return new Location(
        one.alarm(),
        one.status(),
        one.latitude(),
        one.longitude(),
        one.altitude(),
        one.speed(),
        one.direction(),
        YEAR_2030 + one.time() % THIRTY_YEARS,
        items);
  }

  private static Protostar.Place place(Location ours) {
    Protostar.Place theirs = new Protostar.Place();
    theirs.alarm = ours.alarm();
    theirs.status = ours.status();
    theirs.latitude = ours.latitude();
    theirs.longitude = ours.longitude();
    theirs.altitude = ours.altitude();
    theirs.speed = ours.speed();
    theirs.direction = ours.direction();
    theirs.time = LocalDateTime.ofEpochSecond(ours.time(), 0, ZoneOffset.ofHours(8));
    if (!ours.items().isEmpty()) {
      theirs.extras = new TreeMap<>();
      theirs.extras.put(Item.MILEAGE, ours.items().get(0).number());
      theirs.extras.put(Item.FUEL, (int) ours.items().get(1).number());
      theirs.extras.put(Item.SIGNAL, (int) ours.items().get(2).number());
    }
    return theirs;
  }

  private static Pair parameters(RandomMessages any) {
    long heartbeat = any.u32();
    String server = "s" + any.text(100);
    long location = any.u32();
    Protostar.Settings theirs = new Protostar.Settings();
    theirs.settings =
        new TreeMap<>(
            Map.of(
                Parameters.HEARTBEAT_INTERVAL, heartbeat,
                Protostar.Setting.SERVER, server,
                Parameters.LOCATION_INTERVAL, location));
    Parameters ours =
        new Parameters(
            List.of(
                Item.of(Parameters.HEARTBEAT_INTERVAL, 4, heartbeat),
                new Item(Protostar.Setting.SERVER, server.getBytes(Charset.forName("GBK"))),
                Item.of(Parameters.LOCATION_INTERVAL, 4, location)));
    return new Pair(MessageId.SET_PARAMETERS, ours, theirs);
  }

  private static Pair resendRequest(RandomMessages any) {
    int count = 1 + any.u8() % 255;
    List<Integer> numbers = new ArrayList<>();
    Protostar.Missing theirs = new Protostar.Missing();
    theirs.firstSerial = any.u16();
    theirs.numbers = new short[count];
    for (int i = 0; i < count; i++) {
      numbers.add(any.u16());
      theirs.numbers[i] = numbers.get(i).shortValue();
    }
    ResendRequest ours = new ResendRequest(theirs.firstSerial, numbers);
    return new Pair(MessageId.PLATFORM_RESEND_REQUEST, ours, theirs);
  }

  private static Pair text(RandomMessages any) {
    TextMessage ours = any.text();
    Protostar.Notice theirs = new Protostar.Notice();
    theirs.flags = ours.flags();
    theirs.type = ours.type();
    theirs.text = ours.text();
    return new Pair(MessageId.TEXT, ours, theirs);
  }
}
