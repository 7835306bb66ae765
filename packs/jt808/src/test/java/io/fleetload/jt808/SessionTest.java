// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest extends OpenLine {
  @Test
  void locationsThatAreAcknowledgedOutOfOrderAreToldApartBySerialNumber() throws Exception {
    for (int n = 0; n < 3; n++) {
      fleet.send("location", n);
    }
    List<Spoken> sent = List.of(line.read(), line.read(), line.read());
    assertThat(sent).extracting(Spoken::serial).containsExactly(2, 3, 4);
    line.say(sent.get(2).acknowledged(0), sent.get(0).acknowledged(0), sent.get(1).acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("location 2 succeeded");
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 succeeded");
    assertThat(fleet.outcomes.next()).isEqualTo("location 1 succeeded");
  }

  @ParameterizedTest
  @CsvSource({
    "0, succeeded",
    "1, failed protocol.result.1",
    "2, failed protocol.result.2",
    "3, failed protocol.result.3",
    "4, succeeded"
  })
  void theResultOfAnAcknowledgementIsTheOutcome(int result, String outcome) throws Exception {
    fleet.send("location", 0);
    line.say(line.read().acknowledged(result));
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 " + outcome);
  }

  @Test
  void aHeartbeatIsAcknowledgedToo() throws Exception {
    fleet.send("heartbeat", 0);
    Spoken heartbeat = line.read();
    assertThat(heartbeat.id()).isEqualTo(0x0002);
    assertThat(heartbeat.body()).isEmpty();
    line.say(heartbeat.acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("heartbeat 0 succeeded");
  }

  @Test
  void anAcknowledgementForAnUnknownSerialNumberIsIgnored() throws Exception {
    fleet.send("location", 0);
    Spoken location = line.read();
    line.say(
        location.answer(0x8001, "0063020000"),
        location.answer(0x8001, "%04x000200".formatted(location.serial())),
        location.answer(0x8001, "00"),
        location.acknowledged(0),
        location.acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 succeeded");
    fleet.send("location", 1);
    line.say(line.read().acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("location 1 succeeded");
  }

  @Test
  void aSecondAcknowledgementIsUnexpectedAndSoIsOneOfWhatWasNotSent() throws Exception {
    fleet.sendAndGiveUp(0);
    fleet.send("location", 3);
    Spoken givenUp = line.read();
    Spoken location = line.read();
    line.say(
        givenUp.acknowledged(0),
        location.acknowledged(0),
        location.acknowledged(0),
        location.answer(0x8001, "0063020000"));
    assertThat(fleet.outcomes.next()).isEqualTo("location 3 succeeded");
    fleet.send("location", 4);
    line.say(line.read().acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("location 4 succeeded");
    assertThat(fleet.unexpectedAnswers).hasValue(2);
  }

  @ParameterizedTest
  @CsvSource({
    "7e8001000501380000000000000000020000ff7e, checksum",
    "7e80010006013800000000000000000200008f7e, length",
    "68656c6c6f, outside_a_frame",
    "7e7d09, escape",
    "7e8001600d0138000000000000000000097e, length"
  })
  void rubbishFailsWhatIsUnderWayAndEndsTheSession(String rubbish, String fault) throws Exception {
    fleet.send("location", 0);
    line.read();
    line.say(rubbish);
    assertThat(fleet.outcomes.next()).startsWith("location 0 failed protocol.frame.");
    assertThat(fleet.outcomes.next()).isEqualTo("session 0 ended");
    Platform.Line again = fleet.open(platform);
    fleet.send("location", 3);
    again.say(again.read().acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("location 3 succeeded");
  }

  @Test
  void aFaultIsNamed() throws Exception {
    fleet.send("location", 0);
    line.read();
    line.say("00");
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 failed protocol.frame.outside_a_frame");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCutFailsWhatIsUnderWay(boolean byReset) throws Exception {
    fleet.send("location", 0);
    fleet.send("heartbeat", 0);
    line.read();
    line.read();
    if (byReset) {
      line.cut();
    } else {
      line.close();
    }
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 failed transport.disconnected");
    assertThat(fleet.outcomes.next()).isEqualTo("heartbeat 0 failed transport.disconnected");
    assertThat(fleet.outcomes.next()).isEqualTo("session 0 ended");
    fleet.send("location", 3);
    assertThat(fleet.outcomes.next()).isEqualTo("location 3 failed transport.disconnected");
  }

  @Test
  void aLocationThatIsGivenUpHasNoOutcome() throws Exception {
    fleet.sendAndGiveUp(0);
    fleet.send("location", 3);
    line.say(line.read().acknowledged(0), line.read().acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo("location 3 succeeded");
  }

  @Test
  void aTerminalThatLeavesLogsOut() throws Exception {
    fleet.send("location", 0);
    line.read();
    fleet.call(link -> link.close());
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 failed transport.disconnected");
    Spoken logout = line.read();
    assertThat(logout.id()).isEqualTo(0x0003);
    assertThat(logout.serial()).isEqualTo(3);
    assertThat(line.hasEnded()).isTrue();
  }

  @Test
  void aTerminalThatIsLostSaysNothing() throws Exception {
    fleet.send("location", 0);
    line.read();
    fleet.call(link -> link.lose(Cause.Transport.TIMEOUT));
    assertThat(fleet.outcomes.next()).isEqualTo("location 0 failed transport.timeout");
    fleet.open(platform);
    assertThat(fleet.outcomes.left()).isZero();
  }

  @Test
  void aNewConnectionBeginsWithSerialNumber0() throws Exception {
    fleet.call(link -> link.close());
    fleet.connect();
    assertThat(platform.accept().read().serial()).isZero();
  }
}
