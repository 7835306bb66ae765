// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bodies hold, where neither a real server nor a second codec says it. */
class ContentsTest {
  private static final Phone PHONE = Phone.of(Version.V2013, "13800000001");
  private static final Registration LONG_NAMES =
      new Registration(44, 301, "MAKER", "MODEL", "TERM0001", 1, "A12345");

  @Test
  void aNameThatHasNoPlaceIsRefused() {
    assertThatThrownBy(() -> LONG_NAMES.check(Version.V2013))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("\"TERM0001\"", "8 bytes", "GBK", "7");
    LONG_NAMES.check(Version.V2019);
  }

  @Test
  void aCharacterThatGbkDoesNotHaveIsRefused() {
    assertThatThrownBy(
            () -> new Registration(44, 301, "", "", "", 1, "\uD83D\uDE97").check(Version.V2019))
        .hasMessageContaining("GBK");
  }

  @Test
  void aCodeThatIsTooLongIsRefused() {
    Authentication authentication = new Authentication(new byte[256], "", "");

    assertThatThrownBy(
            () ->
                authentication.write(
                    new FrameWriter().begin(0x0102, Phone.of(Version.V2019, "1"), 0)))
        .hasMessageContainingAll("256 bytes", "255");
  }

  @Test
  void anItemThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> new Item(1, new byte[256]))
        .hasMessageContainingAll("item 1 ", "256 bytes", "255");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_024, -1})
  void aBodyThatNoFrameHoldsIsRefused(int bytes) {
    assertThatThrownBy(() -> new FrameWriter(bytes))
        .hasMessageContainingAll(bytes + " bytes", "1 to 1023");
  }

  @Test
  void aBodyThatNeedsTooManyFragmentsIsRefused() {
    FrameWriter writer = new FrameWriter(1);
    writer.begin(MessageId.TEXT, PHONE, 0).bytes(new byte[65_536]);

    assertThatThrownBy(writer::end)
        .hasMessageContainingAll("65536 bytes", "65536 fragments", "65535");
  }

  @Test
  void latitudesUseAll32Bits() {
    Location location = location(4_294_967_295L, 0, Location.NO_TIME);

    assertThat(read(location).latitude()).isEqualTo(4_294_967_295L);
  }

  @Test
  void itemsAreWrittenWithAndWithoutObjects() {
    FrameWriter writer = new FrameWriter();
    writer.begin(MessageId.LOCATION, PHONE, 1);
    Location.write(writer, 0, 3, 1, 2, 3, 4, 5, Location.NO_TIME);
    Item.write32(writer, Item.MILEAGE, 100);
    Item.write16(writer, Item.FUEL, 200);
    Item.write8(writer, Item.SIGNAL, 30);
    writer.end();
    List<Item> items =
        List.of(
            Item.of(Item.MILEAGE, 4, 100), Item.of(Item.FUEL, 2, 200), Item.of(Item.SIGNAL, 1, 30));
    Location location = new Location(0, 3, 1, 2, 3, 4, 5, Location.NO_TIME, items);

    String written = Wire.hex(writer.take());
    assertThat(written).isEqualTo(Wire.written(MessageId.LOCATION, PHONE, 1, location::write));
    assertThat(Location.read(Wire.only(written).body()).orElseThrow().items())
        .extracting(Item::number)
        .containsExactly(100L, 200L, 30L);
  }

  @Test
  void aTimeIsOfGmtPlus8() {
    long time = OffsetDateTime.parse("2027-12-31T16:00:00Z").toEpochSecond();

    assertThat(bytes(location(1, 2, time))).endsWith(Wire.bytes("280101000000"));
    assertThat(read(location(1, 2, time)).time()).isEqualTo(time);
  }

  @Test
  void aTerminalMayNotKnowTheTime() {
    assertThat(bytes(location(1, 2, Location.NO_TIME))).endsWith(Wire.bytes("000000000000"));
    assertThat(read(location(1, 2, Location.NO_TIME)).time()).isEqualTo(Location.NO_TIME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"271301000000", "270230000000", "270101240000", "270101006000", "2701010000ff"})
  void aTimeThatIsNoneIsReadAsNone(String time) {
    byte[] body = Arrays.copyOf(new byte[22], 28);
    System.arraycopy(Wire.bytes(time), 0, body, 22, 6);

    assertThat(Location.read(new Body(Version.V2013, body)).orElseThrow().time())
        .isEqualTo(Location.NO_TIME);
  }

  @Test
  void aLocationThatIsNotWholeIsNone() {
    byte[] whole = bytes(new Location(0, 0, 0, 0, 0, 0, 0, 0x7e, List.of(Item.of(1, 4, 5))));
    for (int length = 0; length < whole.length; length++) {
      boolean isWhole = length == Location.BYTES;
      assertThat(Location.read(new Body(Version.V2013, Arrays.copyOf(whole, length))))
          .as("%d bytes", length)
          .matches(each -> each.isPresent() == isWhole);
    }
  }

  @Test
  void aBatchWithAnotherCountIsNone() {
    LocationBatch batch = new LocationBatch(1, List.of(location(1, 2, 3)));
    byte[] bytes = Wire.only(Wire.written(0x0704, PHONE, 1, batch::write)).bytes();
    assertThat(LocationBatch.read(new Body(Version.V2013, bytes))).isPresent();
    bytes[1] = 2;
    assertThat(LocationBatch.read(new Body(Version.V2013, bytes))).isEmpty();
  }

  private static Location location(long latitude, long longitude, long time) {
    return new Location(0, 3, latitude, longitude, 10, 600, 90, time, List.of());
  }

  private static byte[] bytes(Location location) {
    return Wire.only(Wire.written(MessageId.LOCATION, PHONE, 1, location::write)).bytes();
  }

  private static Location read(Location location) {
    return Location.read(new Body(Version.V2013, bytes(location))).orElseThrow();
  }
}
