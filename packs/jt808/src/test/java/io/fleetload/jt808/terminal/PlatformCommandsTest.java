// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Inbound;
import io.fleetload.jt808.Fleet;
import io.fleetload.jt808.OpenLine;
import io.fleetload.jt808.Spoken;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PlatformCommandsTest extends OpenLine {
  private static final Stamp.Legs LEGS = new Stamp.Legs(1, 2, 3, 0);

  private Spoken alert(int n) throws Exception {
    fleet.send("alert", n);
    Spoken alert = line.read();
    line.say(alert.acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("alert " + n + " succeeded");
    return alert;
  }

  private static Stamp stamp(int n) {
    return new Stamp(Fleet.RUN, "alert", Period.MEASURED, 0, n, 1, 2, LEGS);
  }

  private static String hex(Stamp stamp) {
    return HexFormat.of().formatHex(stamp.text().getBytes(StandardCharsets.US_ASCII));
  }

  private Spoken reply(Inbound command) throws Exception {
    fleet.reply(command);
    assertThat(fleet.outcomes.next()).isEqualTo("reply succeeded");
    return line.read();
  }

  @Test
  void anAlertHasTheAlarmBit() throws Exception {
    assertThat(alert(0).body()).startsWith("00000001");
  }

  @Test
  void aTextIsAcknowledged() throws Exception {
    Spoken alert = alert(0);
    line.say(
        alert.answer(0x8300, "01" + hex(stamp(0))).fragment(0, 0, 0x1234, "01" + hex(stamp(0))));
    Inbound command = fleet.command();
    assertThat(command.stamp()).isEqualTo(stamp(0));
    assertThat(command.device()).isZero();
    Spoken reply = reply(command);
    assertThat(reply.id()).isEqualTo(0x0001);
    assertThat(reply.body()).isEqualTo("1234" + "8300" + "00");
  }

  @Test
  void parametersAreAcknowledged() throws Exception {
    String stamp = hex(stamp(5));
    String items = "02" + "00000001" + "04" + "00000014";
    String body = items + "0000f001" + "%02x".formatted(stamp.length() / 2) + stamp;
    line.say(alert(0).answer(0x8103, body));
    Inbound command = fleet.command();
    assertThat(command.stamp()).isEqualTo(stamp(5));
    assertThat(reply(command).body()).isEqualTo("0000" + "8103" + "00");
  }

  @Test
  void aQuestionForParametersIsAnsweredWithTheStampAmongThem() throws Exception {
    line.say(alert(7).answer(0x8104, ""));
    Inbound command = fleet.command();
    assertThat(command.stamp().n()).isEqualTo(7);
    Spoken reply = reply(command);
    assertThat(reply.id()).isEqualTo(0x0104);
    assertThat(reply.body())
        .startsWith("0000" + "03" + "0000000104" + "00000014" + "0000002904" + "00000005")
        .contains("0000f001");
    byte[] bytes = HexFormat.of().parseHex(reply.body());
    assertThat(Stamp.find(bytes).orElseThrow().n()).isEqualTo(7);
  }

  @Test
  void aQuestionForThePlaceIsAnsweredWithIt() throws Exception {
    line.say(alert(0).answer(0x8201, ""));
    Spoken reply = reply(fleet.command());
    assertThat(reply.id()).isEqualTo(0x0201);
    assertThat(reply.body()).hasSize(2 * (2 + 28)).startsWith("0000" + "00000000");
  }

  @Test
  void questionsAreTakenForTheOldestAlerts() throws Exception {
    alert(0);
    alert(3);
    Spoken alert = alert(6);
    line.say(alert.answer(0x8104, ""), alert.answer(0x8201, ""));
    assertThat(fleet.command().stamp().n()).isEqualTo(0);
    assertThat(fleet.command().stamp().n()).isEqualTo(3);
    line.say(alert.answer(0x8300, "01" + hex(stamp(6))), alert.answer(0x8104, ""));
    assertThat(fleet.command().stamp().n()).isEqualTo(6);
    // No alert waits, so it is the last question once more.
    assertThat(fleet.command().stamp().n()).isEqualTo(3);
    alert(9);
    line.say(alert.answer(0x8104, ""));
    assertThat(fleet.command().stamp().n()).isEqualTo(9);
  }

  @Test
  void aQuestionIsNotForAnAlertThatWasRefused() throws Exception {
    fleet.send("alert", 0);
    line.say(line.read().acknowledged(1));
    assertThat(fleet.outcomes.next()).isEqualTo("alert 0 failed protocol.result.1");
    line.say(alert(3).answer(0x8104, ""));
    assertThat(fleet.command().stamp().n()).isEqualTo(3);
  }

  @Test
  void whatIsNoCommandHereIsLeftAlone() throws Exception {
    Spoken alert = alert(0);
    line.say(
        alert.answer(0x8300, "01" + "6869"),
        alert.answer(0x8300, ""),
        alert.answer(0x8103, "05"),
        alert.answer(0x8103, "00"),
        alert.answer(0x8f00, "00"),
        alert.answer(0x8104, ""));
    assertThat(fleet.command().stamp().n()).isZero();
  }

  @Test
  void aTextThatSaysMoreThanItsStampIsAltered() throws Exception {
    alert(0);
    Spoken alert = alert(3);
    line.say(alert.answer(0x8300, "01" + hex(stamp(0))));
    assertThat(fleet.command().altered()).isFalse();
    line.say(alert.answer(0x8300, "01" + hex(stamp(3)) + "202e"));
    assertThat(fleet.command().altered()).isTrue();
  }

  @Test
  void aTextThatIsShownElsewhereAndAFurtherParameterAreAltered() throws Exception {
    Spoken alert = alert(0);
    line.say(alert.answer(0x8300, "09" + hex(stamp(0))));
    assertThat(fleet.command().altered()).isTrue();
    String stamp = hex(stamp(5));
    String ours = "0000f001" + "%02x".formatted(stamp.length() / 2) + stamp;
    line.say(alert.answer(0x8103, "01" + ours));
    assertThat(fleet.command().altered()).isFalse();
    line.say(alert.answer(0x8103, "02" + "00000001" + "04" + "00000014" + ours));
    assertThat(fleet.command().altered()).isTrue();
  }
}
