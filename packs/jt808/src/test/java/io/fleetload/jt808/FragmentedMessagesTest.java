// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Inbound;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentedMessagesTest {
  private static final String OF_2019 = ", version2019: 100%";
  private static final String LONG_BATCHES =
      ", extras: [mileage, fuel, signal], batch: { size: 30 }";

  private static Fleet fleet(Platform platform, String devices) throws Exception {
    return Fleet.of(platform.address(), devices, LONG_BATCHES);
  }

  /** Two fragments of a batch of 30. */
  private static List<Spoken> longBatch(Fleet fleet, Platform.Line line) throws Exception {
    for (int n = 0; n < 30; n++) {
      fleet.send("location", n);
    }
    List<Spoken> fragments = List.of(line.read(), line.read());
    assertThat(fragments).extracting(Spoken::id).containsOnly(0x0704);
    assertThat(fragments).extracting(Spoken::total).containsOnly(2);
    assertThat(fragments).extracting(Spoken::number).containsExactly(1, 2);
    assertThat(fragments).extracting(Spoken::serial).containsExactly(2, 3);
    assertThat(fragments.get(0).body()).hasSize(2 * 1_023).startsWith("001e00");
    return fragments;
  }

  private static void assertAllSucceeded(Fleet fleet) throws Exception {
    for (int n = 0; n < 30; n++) {
      assertThat(fleet.outcomes.next()).isEqualTo("location " + n + " succeeded");
    }
  }

  @Test
  void aLongBatchIsAcknowledgedByTheSerialNumberOfItsLastFragment() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = fleet(platform, "")) {
      Platform.Line line = fleet.open(platform);
      List<Spoken> fragments = longBatch(fleet, line);
      line.say(fragments.get(0).acknowledged(0), fragments.get(1).acknowledged(0));
      assertAllSucceeded(fleet);
      fleet.send("alert", 0);
      assertThat(line.read().serial()).isEqualTo(4);
    }
  }

  @Test
  void aFragmentThatThePlatformMissesIsSentAgainByteForByte() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = fleet(platform, "")) {
      Platform.Line line = fleet.open(platform);
      List<Spoken> fragments = longBatch(fleet, line);
      Spoken last = fragments.get(1);
      line.say(last.answer(0x8003, "0002" + "02" + "00020001"));
      assertThat(List.of(line.read(), line.read())).containsExactly(last, fragments.get(0));
      // That came last now, so real servers acknowledge the message by it.
      line.say(fragments.get(0).acknowledged(0));
      assertAllSucceeded(fleet);
      line.say(last.answer(0x8003, "0002" + "01" + "0001"));
      fleet.send("heartbeat", 0);
      assertThat(line.read().id()).isEqualTo(0x0002);
    }
  }

  @Test
  void aMessageOfWhichAFragmentWasSentAgainIsAlsoAcknowledgedByItsLastOne() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = fleet(platform, "")) {
      Platform.Line line = fleet.open(platform);
      List<Spoken> fragments = longBatch(fleet, line);
      line.say(fragments.get(1).answer(0x8003, "0002" + "01" + "0001"));
      assertThat(line.read()).isEqualTo(fragments.get(0));
      line.say(fragments.get(1).acknowledged(0));
      assertAllSucceeded(fleet);
    }
  }

  @Test
  void aTerminalOf2019IsAskedAgainWithALongerCount() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = fleet(platform, OF_2019)) {
      Platform.Line line = fleet.open(platform);
      List<Spoken> fragments = longBatch(fleet, line);
      line.say(fragments.get(0).answer(0x8003, "0002" + "0001" + "0001"));
      assertThat(line.read()).isEqualTo(fragments.get(0));
    }
  }

  /** A text for the terminal in three fragments with the serial numbers 7, 8, 9. */
  private static List<Spoken> text(Spoken from, Stamp stamp) {
    boolean is2019 = from.head().length() == 30;
    String text = HexFormat.of().formatHex(stamp.text().getBytes(StandardCharsets.US_ASCII));
    String body = (is2019 ? "0101" : "01") + text;
    Spoken whole = from.answer(0x8300, body);
    List<Spoken> fragments = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String part = body.substring(20 * i, i == 2 ? body.length() : 20 * (i + 1));
      fragments.add(whole.fragment(3, i + 1, 7 + i, part));
    }
    return fragments;
  }

  private static Stamp stamp() {
    return new Stamp(Fleet.RUN, "alert", Period.MEASURED, 0, 0, 1, 2, new Stamp.Legs(1, 2, 3, 0));
  }

  @Test
  void aCommandInFragmentsIsRepliedToByTheSerialNumberOfItsLastOne() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = fleet(platform, "")) {
      Platform.Line line = fleet.open(platform);
      fleet.send("alert", 0);
      List<Spoken> text = text(line.read(), stamp());
      // A terminal of 2013 cannot ask for the first one, which comes last.
      line.say(text.get(1), text.get(2), text.get(0));
      Inbound command = fleet.command();
      assertThat(command.stamp()).isEqualTo(stamp());
      fleet.reply(command);
      Spoken reply = line.read();
      assertThat(reply.id()).isEqualTo(0x0001);
      assertThat(reply.body()).isEqualTo("0009" + "8300" + "00");
    }
  }

  @Test
  void aTerminalOf2019AsksForFragmentsThatItMisses() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = fleet(platform, OF_2019)) {
      Platform.Line line = fleet.open(platform);
      fleet.send("alert", 0);
      List<Spoken> text = text(line.read(), stamp());
      line.say(text.get(0), text.get(2));
      Spoken again = line.read();
      assertThat(again.id()).isEqualTo(0x0005);
      assertThat(again.body()).isEqualTo("0007" + "0001" + "0002");
      line.say(text.get(1));
      fleet.reply(fleet.command());
      assertThat(line.read().body()).isEqualTo("0009" + "8300" + "00");
    }
  }
}
