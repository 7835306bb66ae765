// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.results.book.BackendReading;
import io.fleetload.rig.Golden;
import io.fleetload.stamp.RunId;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the broker notifies, and what the backend makes of it. */
class NotificationBackendTest extends TinyBrokerTest {
  @Test
  void aBrokerThatStillNotifiesAfterTheLongestWaitIsBehind() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "\nreceiver: { catchUp: 1m }")) {
      AtomicInteger n = new AtomicInteger();
      long begun = clock.nanos();
      Optional<BackendReading.Behind> behind =
          reception.catchUp(
              () -> {
                passOnceAnswered(reception, begun);
                notify(":0:1", entity(stamp(RUN, "update", n.getAndIncrement())));
              });

      assertThat(behind.orElseThrow().left()).isEqualTo(BackendReading.Behind.STILL_COMING);
    }
  }

  /** The longest wait ends soon, but not before the broker has shown that it lives. */
  private void passOnceAnswered(Reception reception, long begun) {
    if (reception.answered() > begun) {
      clock.pass(Duration.ofSeconds(1));
    }
  }

  @Test
  void aBrokerThatIsSilentAndHasNotComeToTheLastChangeIsWaitedFor() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      broker.notifies = false;
      long begun = clock.nanos();

      assertThat(reception.catchUp(() -> notifyAgain(begun + 10_000_000_000L))).isEmpty();
    }
    assertThat(book.all()).containsExactly("5 at 1");
    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.entities).as("that of the probe").isEmpty();
  }

  private void notifyAgain(long from) {
    if (!broker.notifies && clock.nanos() > from) {
      notify(":0:1", entity(stamp(RUN, "update", 5)));
      broker.notifies = true;
    }
  }

  @Test
  void aBrokerThatNotifiesOfNothingAnyMoreIsBehind() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "receiver: { catchUp: 1m }\n")) {
      broker.notifies = false;
      long begun = clock.nanos();

      assertThat(
              reception.catchUp(() -> passOnceAnswered(reception, begun)).orElseThrow().sentence())
          .satisfies(
              sentence -> {
                assertThat(sentence).contains(broker.url(), "(receiver.catchUp)");
                Golden.of("run")
                    .holds(
                        "a broker that does not notify of a last change",
                        sentence.replace(broker.url(), "URL"));
              });
    }
  }

  private static String ofSecond(String entity) {
    return entity.replace("urn:store:0", "urn:store:1");
  }

  private SentEntities sent(NgsiProfile profile) throws Exception {
    return new SentEntities(profile, new WatchedEntities(profile, RUN, clock));
  }

  @Test
  void eachSubscriptionIsAReceiver() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String sent = entity(stamp(RUN, "update", 5));
      assertThat(notify(":0:0", sent)).isEqualTo(204);
      assertThat(notify(":0:1", sent)).isEqualTo(204);
      assertThat(notify(":1:0", sent)).isEqualTo(204);
      // Of the second entity the first subscription.
      assertThat(notify(":0:2", ofSecond(entity(stamp(RUN, "update", 6))))).isEqualTo(204);
      catchUp(reception);
    }
    assertThat(book.all()).containsExactly("5 at 0", "5 at 1", "5 at 2", "6 at 0");
  }

  @Test
  void entitiesOfABatchAreReceiversOfTheirOwnAlsoInOneNotification() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String sent = stamp(RUN, "update", 5);
      notify(":0:1", entity(sent + ".1"), entity(sent + ".0"));
      catchUp(reception);
    }
    assertThat(book.all()).containsExactly("5 at 4", "5 at 1");
  }

  @Test
  void oneThatComesTwiceOrLateIsBookedAsItComes() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      for (int n : List.of(4, 1, 4)) {
        notify(":0:0", entity(stamp(RUN, "update", n)));
      }
      catchUp(reception);
    }
    assertThat(book.all()).containsExactly("4 at 0", "1 at 0 late", "4 at 0");
  }

  @Test
  void iterationsOfAUserThatOverlapAreInTheOrderInWhichTheirMessagesWereSent() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      notify(":0:0", entity(stamp(RUN, "update", 0, 100)));
      notify(":0:0", entity(stamp(RUN, "update", 30, 200)));
      notify(":0:0", entity(stamp(RUN, "update", 3, 300)));
      notify(":0:0", entity(stamp(RUN, "update", 33, 250)));
      catchUp(reception);
    }
    assertThat(book.all()).containsExactly("0 at 0", "30 at 0", "3 at 0", "33 at 0 late");
  }

  @Test
  void onlyWhatOneUserSendsToOneEntityHasAnOrder() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String next = entity(stamp(RUN, "update", 4)).replace("urn:store:0", "urn:store:2");
      notify(":1:0", next);
      notify(":1:0", entity(stamp(RUN, "update", 1)));
      notify(":1:0", entity(stamp(RUN, "update", 0)));
      notify(":0:0", entity(stamp(RUN, "update", 7)));
      catchUp(reception);
    }
    assertThat(book.all()).containsExactly("4 at 2", "1 at 2", "0 at 2", "7 at 0");
  }

  @Test
  void whatIsOfNobodyHereIsCountedAndHurtsNothing() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      notify(":0:0", entity(stamp(new RunId(7), "update", 1)));
      notify(":0:0", entity("1700000000001"));
      notify(":0:0", entity(stamp(RUN, "update", 1) + ".2"));
      notify(":0:0", entity(stamp(RUN, "none", 1)));
      String uri = uri(":0:0");
      for (String rubbish : List.of("", "[", "7", "{\"data\":{\"a\":[1]}}", "[".repeat(5_000))) {
        assertThat(send(uri, rubbish).join()).isEqualTo(204);
      }
      assertThat(send(uri.replace("/0/0", "/0/4"), "{}").join()).isEqualTo(404);
      assertThat(send(uri.replace("/0/0", "/0/x"), "{}").join()).isEqualTo(404);
      assertThat(send(uri.replace("/1f00a/", "/7/"), "{}").join()).isEqualTo(404);
      assertThat(send(uri.replaceAll("/notify.*", "/"), "{}").join()).isEqualTo(404);
      catchUp(reception);
    }
    List<String> expected = new ArrayList<>(List.of("foreign"));
    expected.addAll(List.of("unstamped").stream().flatMap(e -> repeat(e, 8)).toList());
    expected.addAll(repeat("foreign", 4).toList());
    assertThat(book.all()).isEqualTo(expected);
  }

  private static java.util.stream.Stream<String> repeat(String what, int times) {
    return java.util.stream.Stream.generate(() -> what).limit(times);
  }

  @Test
  void requestsThatAreNotNotifiedAreRemarked() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      notify(":0:0", entity(stamp(RUN, "create", 1)));
      catchUp(reception);

      assertThat(reception.remarks())
          .anySatisfy(line -> assertThat(line).contains("1 notifications ", "notified: true"));
    }
    assertThat(book.all()).isEmpty();
  }

  @Test
  void aNotificationThatIsTooLargeIsRefused() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String uri = uri(":0:0");
      assertThat(send(uri, " ".repeat(BoundedBody.MOST)).join()).isEqualTo(204);
      assertThat(send(uri, " ".repeat(BoundedBody.MOST + 1)).join()).isEqualTo(413);
      catchUp(reception);

      assertThat(reception.remarks())
          .anySatisfy(line -> assertThat(line).contains("1 notifications ", "16 MB"));
    }
    assertThat(book.all()).containsExactly("unstamped", "unstamped");
  }

  @Test
  void aNotificationOfManyEntitiesThatSayNothingIsOneEntryOfTheInbox() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    BlockingQueue<Notification> waiting = new LinkedBlockingQueue<>();
    Inbox inbox = new Inbox(waiting, profile, new Receivers(profile), sent(profile), RUN);
    String nothing = "{\"data\":[{}" + ",{}".repeat(9_999) + "]}";

    inbox.notified(0, 0, nothing.getBytes(UTF_8), 1);

    assertThat(waiting).singleElement().extracting(Notification::count).isEqualTo(10_000);
  }

  @Test
  void whatAStrangerSendsIsNotKept() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      URI at = URI.create(uri(":0:0"));
      List<Socket> strangers = new ArrayList<>();
      // Together more than there is room for, and never whole.
      for (int i = 0; i < 8; i++) {
        Socket stranger = new Socket(at.getHost(), at.getPort());
        strangers.add(stranger);
        String head = "POST /nobody HTTP/1.1\r\nHost: h\r\nContent-Length: 16777216\r\n\r\n";
        stranger.getOutputStream().write((head + " ".repeat(1 << 20)).getBytes(UTF_8));
      }
      assertThat(notify(":0:0", entity(stamp(RUN, "update", 5)))).isEqualTo(204);
      catchUp(reception);
      for (Socket each : strangers) {
        each.close();
      }
    }
    assertThat(book.all()).containsExactly("5 at 0");
  }

  @Test
  void notificationsThatAreNotWholeTakeNoRoomForEver() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      URI at = URI.create(uri(":0:0"));
      for (int i = 0; i < 8; i++) {
        try (Socket half = new Socket(at.getHost(), at.getPort())) {
          half.getOutputStream()
              .write(
                  "POST %s HTTP/1.1\r\nHost: h\r\nContent-Length: 16777216\r\n\r\n{"
                      .formatted(at.getPath())
                      .getBytes(UTF_8));
        }
      }
      assertThat(notify(":0:0", entity(stamp(RUN, "update", 5)))).isEqualTo(204);
      catchUp(reception);
    }
    assertThat(book.all()).containsExactly("5 at 0");
  }

  @Test
  void whereItListensIsSaidUnlessThatIsThisHostAlone() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      assertThat(reception.remarks()).noneMatch(line -> line.contains("0.0.0.0"));
    }
    String host = "receiver: { host: 127.0.0.2, endpoints: 2 }\n";
    try (Reception reception = open(EACH_ENTITY + host)) {
      assertThat(reception.remarks()).anyMatch(line -> line.contains("(0.0.0.0), port "));
    }
  }

  @Test
  void aReceiverCanRefuseAndHang() throws Exception {
    String failing = EACH_ENTITY + "receiver: { answer: { refuse: 40%, hang: 30% } }\n";
    List<List<Integer>> answers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      List<CompletableFuture<Integer>> sent = new ArrayList<>();
      List<String> remarks;
      try (Reception reception = open(failing)) {
        for (int n = 0; n < 20; n++) {
          sent.add(
              send(uri(":0:0"), notification(entity(stamp(RUN, "update", n))))
                  .exceptionally(closed -> 0));
          int before = n;
          reception.receive(() -> book.all().size() > before, () -> {});
        }
        remarks = reception.remarks();
      }
      // What was not answered ends with the receiver.
      answers.add(sent.stream().map(CompletableFuture::join).toList());
      assertThat(book.all()).as("what came has arrived").hasSize(20);
      long refused = answers.get(0).stream().filter(each -> each == 503).count();
      assertThat(remarks)
          .anySatisfy(
              line ->
                  assertThat(line).contains(refused + " notifications ", "503", "receiver.answer"));
      book.all().clear();
    }
    assertThat(answers.get(0)).contains(204, 503, 0).isEqualTo(answers.get(1));
  }

  @Test
  void aReceiverCanBeSlow() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "receiver: { answer: { delay: 1m } }\n")) {
      CompletableFuture<Integer> answer =
          send(uri(":0:0"), notification(entity(stamp(RUN, "update", 5))));
      catchUp(reception);

      assertThat(book.all()).containsExactly("5 at 0");
      assertThat(answer).isNotDone();
    }
  }
}
