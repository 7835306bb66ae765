// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.BackendDriver;
import io.fleetload.jt808.Backend;
import io.fleetload.jt808.NatsProgram;
import io.fleetload.jt808.Platform;
import io.fleetload.jt808.Profiles;
import io.fleetload.stamp.Stamp;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandRequestsTest {
  private static final Duration PATIENCE = Duration.ofMillis(Platform.PATIENCE_MILLIS);

  private NatsProgram nats;
  private Connection platform;
  private Subscription requests;

  @BeforeEach
  void start() throws Exception {
    nats = NatsProgram.start();
    platform = nats.client();
    requests = platform.subscribe("terminal.command");
    platform.flush(PATIENCE);
  }

  @AfterEach
  void stop() {
    if (nats != null) {
      nats.close();
    }
  }

  /** Publishes alert 0, which is terminal 50's; the request for its command. */
  private Message request(Backend backend, BackendDriver.Reception reception) throws Exception {
    platform.publish("0x0200", backend.published("alert", 0));
    platform.flush(PATIENCE);
    reception.receive(() -> !backend.book.all.isEmpty(), () -> {});
    return requests.nextMessage(PATIENCE);
  }

  private static String text(Message message) {
    return new String(message.getData(), StandardCharsets.US_ASCII);
  }

  private void say(String subject, String text) {
    platform.publish(subject, text.getBytes(StandardCharsets.US_ASCII));
  }

  private void receive(Backend backend, BackendDriver.Reception reception, int booked)
      throws Exception {
    platform.flush(PATIENCE);
    reception.receive(() -> backend.book.all.size() >= booked, () -> {});
  }

  @Test
  void anAlertIsAnsweredWithATextThatCarriesItsStamp() throws Exception {
    Backend backend = new Backend(nats.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      Message request = request(backend, reception);
      assertThat(text(request)).startsWith("13800000050 8300 01");
      String body = text(request).split(" ")[2].substring(2);
      assertThat(new String(HexFormat.of().parseHex(body), StandardCharsets.US_ASCII))
          .startsWith("fl1:")
          .contains(":alert:m:50:0:");
      say(request.getReplyTo(), "sent 65535");
      say("0x0001", "13800000050,65535,ffff830000");
      receive(backend, reception, 3);
      assertThat(backend.book.all)
          .containsExactly("arrived alert 0", "written alert 0", "arrived reply 0");
    }
  }

  @Test
  void alertsOfTwoFlowsWithTheSameNumberAreTwoCommands() throws Exception {
    Backend backend =
        new Backend(
            Profiles.of(
                """
                target: { server: "127.0.0.1:1", nats: "%s", commands: terminal.command }
                devices:
                  groups:
                    cars: { count: 3, phone: "138{index:8}" }
                    trucks: { count: 2, phone: "139{index:8}", version2019: 100%% }
                phases: { measure: 10s }
                flows:
                  alert: { of: cars, rate: 3/s, command: queryParameters }
                  panic: { kind: alert, of: trucks, rate: 2/s }
                """
                    .formatted(nats.url())));
    try (BackendDriver.Reception reception = backend.open()) {
      platform.publish("0x0200", backend.published("alert", 0, 0));
      platform.publish("0x0200", backend.published("panic", 0, 4));
      receive(backend, reception, 2);
      Message alert = requests.nextMessage(PATIENCE);
      Message panic = requests.nextMessage(PATIENCE);
      assertThat(text(alert)).isEqualTo("13800000000 8104 -");
      // Of 2019, so its flags and its type are before the text.
      assertThat(text(panic)).startsWith("13900000004 8300 0101");
      say(panic.getReplyTo(), "sent 7");
      say(alert.getReplyTo(), "sent 7");
      say("0x0001", "13900000004,7,0007830000");
      say("0x0104", "13800000000,7," + parameters("fl1:2a:reply:m:0:0:1:77:1:2:3:66"));
      receive(backend, reception, 6);
      assertThat(backend.book.all)
          .containsExactly(
              "arrived alert 0",
              "arrived panic 0",
              "written panic 0",
              "written alert 0",
              "arrived panicReply 0",
              "arrived reply 0");
    }
  }

  @Test
  void aReplyThatComesBeforeTheWordThatItsCommandWasSentIsNotLost() throws Exception {
    Backend backend = new Backend(nats.url(), "", "queryParameters");
    try (BackendDriver.Reception reception = backend.open()) {
      Message request = request(backend, reception);
      assertThat(text(request)).isEqualTo("13800000050 8104 -");
      say("0x0104", "13800000050,7," + parameters("fl1:2a:reply:m:50:0:1:77:1:2:3:66"));
      say(request.getReplyTo(), "sent 7");
      receive(backend, reception, 3);
      assertThat(backend.book.all)
          .containsExactly("arrived alert 0", "written alert 0", "arrived reply 0");
    }
  }

  @Test
  void theAnswerToAQuestionSaysWhenItWasSent() throws Exception {
    Backend backend = new Backend(nats.url(), "", "queryLocation");
    try (BackendDriver.Reception reception = backend.open()) {
      say(request(backend, reception).getReplyTo(), "sent 7");
      String[] place =
          new String(backend.published("reply", 0), StandardCharsets.US_ASCII).split(",");
      String latitude = "%08x".formatted(Long.parseLong(place[1]));
      String longitude = "%08x".formatted(Long.parseLong(place[2]));
      say("0x0201", "13800000050,7,0007" + "0".repeat(16) + latitude + longitude + "00".repeat(12));
      receive(backend, reception, 3);
      Stamp reply = backend.book.stamps.get(1);
      assertThat(reply.flow()).isEqualTo("reply");
      assertThat(reply.n()).isZero();
      assertThat(Duration.ofNanos(Math.abs(reply.sent() - backend.now()))).isLessThan(PATIENCE);
    }
  }

  @Test
  void parametersSayWhenTheCommandCameAndTheReplyWasSent() throws Exception {
    Backend backend = new Backend(nats.url(), "", "queryParameters");
    try (BackendDriver.Reception reception = backend.open()) {
      say(request(backend, reception).getReplyTo(), "sent 7");
      String stamp = "fl1:2a:reply:m:50:0:1:77:1:2:3:66";
      String body = HexFormat.of().formatHex(stamp.getBytes(StandardCharsets.US_ASCII));
      say("0x0104", "13800000050,7,0007" + "01" + "0000f001" + "21" + body);
      receive(backend, reception, 3);
      Stamp reply = backend.book.stamps.get(1);
      assertThat(reply.sent()).isEqualTo(77);
      assertThat(reply.legs().commandReceived()).isEqualTo(66);
      assertThat(reply.legs().commandWritten()).isGreaterThan(66);
    }
  }

  /** What terminals reply to the question 7 for their parameters. */
  private static String parameters(String stamp) {
    return "0007"
        + "03"
        + ("0000000104" + "00000014" + "0000002904" + "00000005" + "0000f001")
        + "%02x".formatted(stamp.length())
        + HexFormat.of().formatHex(stamp.getBytes(StandardCharsets.US_ASCII));
  }

  private void booked(String command, String subject, String body, String... reply)
      throws Exception {
    Backend backend = new Backend(nats.url(), "", command);
    try (BackendDriver.Reception reception = backend.open()) {
      say(request(backend, reception).getReplyTo(), "sent 7");
      say(subject, "13800000050,7," + body);
      say("0x0001", "");
      receive(backend, reception, 4);
      assertThat(backend.book.all)
          .filteredOn(each -> each.endsWith(" reply 0"))
          .as("%s %s", subject, body)
          .containsExactly(reply);
    }
  }

  @Test
  void aReplyThatSaysSomethingElseThanTheTerminalIsAltered() throws Exception {
    String[] altered = {"arrived reply 0", "ALTERED reply 0"};
    booked("text", "0x0001", "0007830000", "arrived reply 0");
    booked("text", "0x0001", "0007830001", altered);
    booked("text", "0x0001", "0008830000", altered);
    booked("text", "0x0001", "0007810300", altered);
    booked("text", "0x0001", "000783000000", altered);
    booked("text", "0x0001", "", altered);
    booked("text", "0x0104", "0007830000", altered);
    booked("setParameters", "0x0001", "0007810300", "arrived reply 0");
    String times = ":1:77:1:2:3:66";
    String sound = parameters("fl1:2a:reply:m:50:0" + times);
    booked("queryParameters", "0x0104", sound, "arrived reply 0");
    booked("queryParameters", "0x0104", sound.replace("00000014", "00000015"), altered);
    booked("queryParameters", "0x0104", sound.substring(0, sound.length() - 2), altered);
    booked("queryParameters", "0x0104", parameters("fl1:2a:reply:m:50:100" + times), altered);
    booked("queryParameters", "0x0104", parameters("fl1:2a:reply:m:50:0:1:77"), "arrived reply 0");
    booked("queryLocation", "0x0201", "0007", altered);
    booked("queryLocation", "0x0201", place("reply", "0007"), "arrived reply 0");
    booked("queryLocation", "0x0201", place("reply", "0008"), altered);
    booked("queryLocation", "0x0201", place("alert", "0007"), altered);
  }

  private static String place(String flow, String serial) {
    byte[] published = new Backend("nats://127.0.0.1:1", "").published(flow, 0);
    String[] place = new String(published, StandardCharsets.US_ASCII).split(",");
    return serial
        + "0".repeat(16)
        + "%08x%08x".formatted(Long.parseLong(place[1]), Long.parseLong(place[2]))
        + "00".repeat(12);
  }

  @Test
  void aPlatformThatSaysNoIsCountedByItsFirstWord() throws Exception {
    for (String no : new String[] {"gone", "wrong: a body", "sent", "sent x", "sent 123456", ""}) {
      Backend backend = new Backend(nats.url(), "", "queryLocation");
      try (BackendDriver.Reception reception = backend.open()) {
        say(request(backend, reception).getReplyTo(), no);
        receive(backend, reception, 2);
        assertThat(backend.book.all.get(1)).startsWith("failed alert ");
      }
    }
  }

  @Test
  void whereNobodyTakesCommandsThatIsSaid() throws Exception {
    requests.unsubscribe();
    Backend backend = new Backend(nats.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      platform.publish("0x0200", backend.published("alert", 0));
      receive(backend, reception, 2);
      assertThat(backend.book.all).containsExactly("arrived alert 0", "failed alert nobodyListens");
    }
  }

  @Test
  void damagedAndForeignRepliesAreCounted() throws Exception {
    Backend backend = new Backend(nats.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      say("0x0001", "13900000050,1,00");
      say("0x0001", "");
      say("0x0001", "13800000050");
      say("0x0001", "13800000050,x,00");
      say("0x0001", "13800000050,1,0");
      receive(backend, reception, 5);
      assertThat(backend.book.all)
          .containsExactly("foreign", "foreign", "unstamped", "unstamped", "unstamped");
    }
  }

  @Test
  void theEndWaitsForCommandsThatAreUnderWay() throws Exception {
    Backend backend = new Backend(nats.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      Message request = request(backend, reception);
      boolean[] answered = {false};
      assertThat(
              reception.catchUp(
                  () -> {
                    if (!answered[0]) {
                      answered[0] = true;
                      say(request.getReplyTo(), "gone");
                      say(flush().getReplyTo(), "flushed");
                    }
                  }))
          .isEmpty();
      assertThat(backend.book.all).contains("failed alert gone");
    }
  }

  @Test
  void commandsThatThePlatformLeavesUnansweredAreUnknownAndTheLedgerStays() throws Exception {
    Backend backend = new Backend(nats.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      request(backend, reception);
      long[] silent = {0};
      Runnable between =
          () -> {
            backend.pass(Duration.ofMillis(50));
            silent[0] = Math.max(silent[0], backend.nanos() - reception.answered());
          };
      assertThat(reception.catchUp(between)).isEmpty();
      assertThat(backend.book.all).containsExactly("arrived alert 0", "unknown alert 0");
      assertThat(Duration.ofNanos(silent[0]))
          .as("NATS is asked meanwhile, and answers")
          .isLessThan(Duration.ofSeconds(3));
    }
  }

  @Test
  void aPlatformThatSaysItIsDoneAndPublishesLaterIsWaitedFor() throws Exception {
    Backend backend = new Backend(nats.url(), "");
    try (BackendDriver.Reception reception = backend.open()) {
      int[] looks = {0};
      Runnable platformGoesOn =
          () -> {
            looks[0]++;
            if (looks[0] == 1) {
              say(flush().getReplyTo(), "flushed");
            } else if (looks[0] == 10) {
              backend.pass(Duration.ofMillis(1_900));
              platform.publish("0x0200", backend.published("location", 7));
              flushPlatform();
            }
          };
      assertThat(reception.catchUp(platformGoesOn)).isEmpty();
      assertThat(backend.book.all).containsExactly("arrived location 7");
    }
  }

  private void flushPlatform() {
    try {
      platform.flush(PATIENCE);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Message flush() {
    try {
      Message flush = requests.nextMessage(PATIENCE);
      assertThat(text(flush)).isEqualTo("flush");
      return flush;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
