// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.DeviceLink;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
  @Test
  void theCodeThatThePlatformGaveGoesBackByteForByte() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      Spoken registration = line.read();
      assertThat(registration.id()).isEqualTo(0x0100);
      assertThat(registration.head()).isEqualTo("0100002b013800000000");
      line.say(registration.answer(0x8100, "0000" + "00" + "007e7dff41"));
      Spoken authentication = line.read();
      assertThat(authentication.id()).isEqualTo(0x0102);
      assertThat(authentication.serial()).isEqualTo(1);
      assertThat(authentication.body()).isEqualTo("007e7dff41");
      line.say(authentication.acknowledged(0));
      assertThat(fleet.outcomes.next()).isEqualTo("session opened");
    }
  }

  @Test
  void aTerminalRegistersWithTheVehicleOfItsRow(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("cars.csv");
    Files.writeString(file, "plate,id\n京A00007,1E5\nB,2\nC,3\n");
    String vehicle =
        ", vehicle: { plate: '{{cars.plate}}', terminal: '{{cars.id}}', plateColor: 2 }";
    String data = "data: { cars: { file: '%s', per: device } }".formatted(file);
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), vehicle, "", data)) {
      fleet.connect();
      String body = platform.accept().read().body();
      assertThat(body)
          .endsWith("31453500000000" + "02" + "bea9" + "413030303037")
          .startsWith("002c012c" + "464c454554");
    }
  }

  @Test
  void aTerminalOf2019SaysHowLongTheCodeIs() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), ", version2019: 100%", "")) {
      fleet.connect();
      Platform.Line line = platform.accept();
      Spoken registration = line.read();
      assertThat(registration.head()).isEqualTo("01004052" + "01" + "00000000013800000000");
      line.say(registration.answer(0x8100, "0000" + "00" + "ff41"));
      Spoken authentication = line.read();
      assertThat(authentication.body()).startsWith("02ff41313233343536373839303132333435");
      line.say(authentication.acknowledged(0));
      assertThat(fleet.outcomes.next()).isEqualTo("session opened");
      fleet.send("location", 0);
      line.say(line.read().acknowledged(0));
      assertThat(fleet.outcomes.next()).isEqualTo("location 0 succeeded");
    }
  }

  @Test
  void aCodeThatATerminalOf2019CannotSayRefusesIt() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), ", version2019: 100%", "")) {
      fleet.connect();
      Platform.Line line = platform.accept();
      line.say(line.read().answer(0x8100, "000000" + "41".repeat(256)));
      assertThat(fleet.outcomes.next())
          .isEqualTo("session failed protocol.registration.codeTooLong");
      assertThat(fleet.faults()).isZero();
    }
  }

  @Test
  void aRegistrationThatIsRefusedFailsWithItsResult() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      line.say(line.read().answer(0x8100, "000003"));
      assertThat(fleet.outcomes.next()).isEqualTo("session failed protocol.registration.3");
      assertThat(line.hasEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, protocol.authentication.1", "3, protocol.authentication.3"})
  void anAuthenticationThatIsRefusedFailsWithItsResult(int result, String cause) throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      line.say(line.read().answer(0x8100, "00000041"));
      line.say(line.read().acknowledged(result));
      assertThat(fleet.outcomes.next()).isEqualTo("session failed " + cause);
    }
  }

  @Test
  void aGeneralAnswerToTheRegistrationDoesNotRefuseIt() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      Spoken registration = line.read();
      line.say(registration.acknowledged(0), registration.answer(0x8100, "00000041"));
      line.say(line.read().acknowledged(0));
      assertThat(fleet.outcomes.next()).isEqualTo("session opened");
    }
  }

  @Test
  void aGeneralAnswerCanRefuseTheRegistration() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      line.say(line.read().acknowledged(2));
      assertThat(fleet.outcomes.next()).isEqualTo("session failed protocol.registration.2");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPlatformThatHangsUpDuringTheLoginIsNoPlatformThatIsNotThere(boolean byReset)
      throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      line.read();
      if (byReset) {
        line.cut();
      } else {
        line.close();
      }
      assertThat(fleet.outcomes.next()).isEqualTo("session failed transport.disconnected");
      fleet.open(platform);
      assertThat(fleet.outcomes.left()).isZero();
    }
  }

  @Test
  void whereNothingListensThePlatformIsUnreachable() throws Exception {
    String address;
    try (Platform platform = new Platform()) {
      address = platform.address();
    }
    try (Fleet fleet = Fleet.of(address)) {
      fleet.connect();
      assertThat(fleet.outcomes.next()).isEqualTo("session failed transport.unreachable");
    }
  }

  @Test
  void aLoginThatIsGivenUpHasNoOutcomeAndIsBegunAnew() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      var given = fleet.outcomes.of("given up");
      fleet.call(link -> link.connect(given));
      Platform.Line line = platform.accept();
      line.read();
      fleet.call(link -> link.abandon(given));
      fleet.open(platform);
      assertThat(fleet.outcomes.left()).isZero();
    }
  }

  @Test
  void rubbishBehindARefusalEndsNoSession() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      line.say(line.read().answer(0x8100, "000001").bytes() + "00ff");
      assertThat(fleet.outcomes.next()).isEqualTo("session failed protocol.registration.1");
      fleet.open(platform);
      assertThat(fleet.outcomes.left()).isZero();
    }
  }

  @Test
  void anAnswerForAnotherTerminalIsNotItsOwn() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address())) {
      fleet.connect();
      Platform.Line line = platform.accept();
      Spoken registration = line.read();
      Spoken refusal = registration.answer(0x8100, "000003");
      line.say(
          new Spoken(0x8100, "81000003013800000002", 0, 0, 0, refusal.body()),
          registration.answer(0x8100, "00000041"));
      assertThat(line.read().id()).isEqualTo(0x0102);
    }
  }

  private static Fleet registeringOnce(Platform platform) throws Exception {
    return Fleet.of(platform.address(), ", register: once", "");
  }

  @Test
  void aTerminalThatRegistersOnceShowsItsCodeAtTheNextConnectAtOnce() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = registeringOnce(platform)) {
      fleet.open(platform);
      fleet.call(DeviceLink::close);
      fleet.connect();
      Platform.Line line = platform.accept();
      Spoken authentication = line.read();
      assertThat(authentication.id()).isEqualTo(0x0102);
      assertThat(authentication.body()).isEqualTo("41");
      line.say(authentication.acknowledged(0));
      assertThat(fleet.outcomes.next()).isEqualTo("session opened");
    }
  }

  @Test
  void aCodeThatIsRefusedLaterLeadsToANewRegistration() throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = registeringOnce(platform)) {
      fleet.open(platform).cut();
      assertThat(fleet.outcomes.next()).isEqualTo("session 0 ended");
      fleet.connect();
      Platform.Line line = platform.accept();
      line.say(line.read().acknowledged(1));
      Spoken registration = line.read();
      assertThat(registration.id()).isEqualTo(0x0100);
      line.say(registration.answer(0x8100, "000000" + "42"));
      Spoken authentication = line.read();
      assertThat(authentication.body()).isEqualTo("42");
      // A code that is refused at once is no code that has become old.
      line.say(authentication.acknowledged(1));
      assertThat(fleet.outcomes.next()).isEqualTo("session failed protocol.authentication.1");
      fleet.connect();
      assertThat(platform.accept().read().id()).isEqualTo(0x0100);
    }
  }

  @ParameterizedTest
  @CsvSource({"once, false", "everyConnect, true"})
  void onlyATerminalThatRegistersAgainEndsItsRegistrationWhenItLeaves(
      String register, boolean logsOut) throws Exception {
    try (Platform platform = new Platform();
        Fleet fleet = Fleet.of(platform.address(), ", register: " + register, "")) {
      Platform.Line line = fleet.open(platform);
      fleet.call(DeviceLink::close);
      if (logsOut) {
        assertThat(line.read().id()).isEqualTo(0x0003);
      }
      assertThat(line.hasEnded()).isTrue();
      fleet.connect();
      assertThat(platform.accept().read().id()).isEqualTo(logsOut ? 0x0100 : 0x0102);
    }
  }
}
