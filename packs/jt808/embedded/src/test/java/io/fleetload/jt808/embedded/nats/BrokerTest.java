// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What NATS's own client sees of a broker; for the stand-in and for the real server. */
abstract class BrokerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration NOTHING = Duration.ofMillis(1);

  private Broker broker;
  private Connection one;
  private Connection other;

  abstract Broker broker() throws Exception;

  @BeforeEach
  void connect() throws Exception {
    broker = broker();
    one = Nats.connect(broker.url());
    other = Nats.connect(broker.url());
  }

  @AfterEach
  void close() throws Exception {
    if (broker != null) {
      one.close();
      other.close();
      broker.close();
    }
  }

  @Test
  void aSubjectIsMatchedAsATokenAWildcardOrARest() throws Exception {
    List<String> subjects = List.of("0x0200", "a.b", "a.b.c", "a", "a.c.b", "0x*");
    assertThat(received("0x0200", subjects)).containsExactly("0x0200");
    assertThat(received("a.*", subjects)).containsExactly("a.b");
    assertThat(received("a.>", subjects)).containsExactly("a.b", "a.b.c", "a.c.b");
    assertThat(received("a.*.b", subjects)).containsExactly("a.c.b");
    assertThat(received("*", subjects)).containsExactly("0x0200", "a", "0x*");
    assertThat(received(">", subjects)).isEqualTo(subjects);
  }

  private List<String> received(String wanted, List<String> subjects) throws Exception {
    Subscription subscription = other.subscribe(wanted);
    other.flush(PATIENCE);
    for (String subject : subjects) {
      one.publish(subject, new byte[0]);
    }
    List<String> received = all(subscription).stream().map(Message::getSubject).toList();
    subscription.unsubscribe();
    return received;
  }

  @Test
  void aMessageComesWholeWithItsReplySubject() throws Exception {
    byte[] longest = "0123456789abcdef".repeat(1 << 16).getBytes(US_ASCII);
    Subscription subscription = other.subscribe("s");
    other.flush(PATIENCE);
    one.publish("s", longest);
    one.publish("s", "answer.here", "\r\nMSG s 1 0\r\n".getBytes(US_ASCII));
    List<Message> received = all(subscription);
    assertThat(received).hasSize(2);
    assertThat(received.get(0).getData()).isEqualTo(longest);
    assertThat(received.get(0).getReplyTo()).isNull();
    assertThat(received.get(1).getReplyTo()).isEqualTo("answer.here");
    assertThat(received.get(1).getData()).asString().isEqualTo("\r\nMSG s 1 0\r\n");
  }

  @Test
  void oneOfEachQueueGroupGetsAMessageAndWhoIsInNoneGetsAll() throws Exception {
    List<Subscription> group =
        List.of(
            one.subscribe("s", "group"),
            other.subscribe("s", "group"),
            other.subscribe("*", "group"));
    Subscription another = other.subscribe("s", "another");
    Subscription none = other.subscribe("s");
    one.flush(PATIENCE);
    other.flush(PATIENCE);
    for (int i = 0; i < 300; i++) {
      one.publish("s", new byte[0]);
    }
    one.flush(PATIENCE);
    int inGroup = 0;
    for (Subscription each : group) {
      int received = all(each).size();
      assertThat(received).isPositive();
      inGroup += received;
    }
    assertThat(inGroup).isEqualTo(300);
    assertThat(all(another)).hasSize(300);
    assertThat(all(none)).hasSize(300);
  }

  @Test
  void aRequestIsAnsweredOverAnInbox() throws Exception {
    Dispatcher echo = other.createDispatcher(m -> other.publish(m.getReplyTo(), m.getData()));
    echo.subscribe("echo");
    other.flush(PATIENCE);
    for (int i = 0; i < 100; i++) {
      byte[] asked = Integer.toString(i).getBytes(US_ASCII);
      assertThat(one.request("echo", asked, PATIENCE).getData()).isEqualTo(asked);
    }
  }

  @Test
  void aSubscriptionEndsAfterAsManyMessagesAsItWanted() throws Exception {
    Subscription subscription = other.subscribe("s").unsubscribe(2);
    other.flush(PATIENCE);
    for (int i = 0; i < 5; i++) {
      one.publish("s", new byte[0]);
    }
    one.flush(PATIENCE);
    other.flush(PATIENCE);
    assertThat(subscription.nextMessage(PATIENCE)).isNotNull();
    assertThat(subscription.nextMessage(PATIENCE)).isNotNull();
    assertThat(subscription.isActive()).isFalse();
  }

  @Test
  void whoWantsNoEchoGetsNone() throws Exception {
    other.close();
    other = Nats.connect(new Options.Builder().server(broker.url()).noEcho().build());
    Subscription subscription = other.subscribe("s");
    other.publish("s", "own".getBytes(US_ASCII));
    other.flush(PATIENCE);
    one.publish("s", "another's".getBytes(US_ASCII));
    one.flush(PATIENCE);
    assertThat(subscription.nextMessage(PATIENCE).getData()).asString().isEqualTo("another's");
  }

  @Test
  void aHundredThousandMessagesComeInOrder() throws Exception {
    Subscription subscription = other.subscribe("s");
    other.flush(PATIENCE);
    for (int i = 0; i < 100_000; i++) {
      one.publish("s", Integer.toString(i).getBytes(US_ASCII));
    }
    List<Message> received = all(subscription);
    assertThat(received).hasSize(100_000);
    for (int i = 0; i < received.size(); i++) {
      assertThat(received.get(i).getData()).asString().isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void aLineThatItDoesNotKnowIsAnErrorAndTheEnd() throws Exception {
    try (RawClient client = new RawClient(broker.url())) {
      client.send("CONNECT {\"verbose\":true}\r\nSUB s 7\r\nPUB s 2\r\nhi\r\nUNSUB 7\r\nHELLO\r\n");
      assertThat(client.lines(7))
          .containsExactly(
              "+OK", "+OK", "+OK", "MSG s 7 2", "hi", "+OK", "-ERR 'Unknown Protocol Operation'");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void aPayloadOverTheLimitIsAnErrorAndTheEnd() throws Exception {
    try (RawClient client = new RawClient(broker.url())) {
      client.send("CONNECT {\"verbose\":false}\r\nPUB s 1048577\r\n");
      assertThat(client.lines(1)).containsExactly("-ERR 'Maximum Payload Violation'");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void aSubjectThatCanBeNoneIsAnErrorAndNotTheEnd() throws Exception {
    try (RawClient client = new RawClient(broker.url())) {
      client.send("CONNECT {\"verbose\":false}\r\nSUB a..b 1\r\nPING\r\n");
      assertThat(client.lines(2)).containsExactly("-ERR 'Invalid Subject'", "PONG");
    }
  }

  /** Everything up to now: what is sent before a round trip of both clients is there after it. */
  private List<Message> all(Subscription subscription) throws Exception {
    one.flush(PATIENCE);
    other.flush(PATIENCE);
    List<Message> all = new ArrayList<>();
    for (Message m = subscription.nextMessage(NOTHING);
        m != null;
        m = subscription.nextMessage(NOTHING)) {
      all.add(m);
    }
    return all;
  }
}
