// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.ngsi.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Generator;
import io.fleetload.results.BackendBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NotificationBackendTest {
  private static final RunId RUN = new RunId(0x1f00a);
  private static final String EACH_ENTITY =
      """
      subscriptions:
        - { type: store, id: "urn:store:{{n}}", count: 2, each: 2, stamp: senttime }
        - { type: timed-entity, stamp: senttime }
      """;

  private final Booked book = new Booked(RUN);
  private final TinyBroker broker = new TinyBroker();
  private final StopSignal stop = new StopSignal();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    broker.close();
  }

  private NgsiProfile profile(String more) {
    return Profiles.of("url: \"%s\", broker: scorpio".formatted(broker.url()), more);
  }

  private Reception open(String more) throws Exception {
    return open(profile(more));
  }

  private Reception open(NgsiProfile profile) throws Exception {
    BackendWatch watch = new BackendWatch(new Generator(null));
    return new NotificationBackend(profile, RunClock.system(), stop).open(book, watch);
  }

  private static void catchUp(Reception reception) throws Exception {
    assertThat(reception.catchUp(() -> {})).isEmpty();
  }

  /** Sent in the order of its numbers. */
  private static String stamp(RunId run, String flow, int n) {
    return stamp(run, flow, n, n + 1);
  }

  private static String stamp(RunId run, String flow, int n, long sent) {
    return new Stamp(run, flow, Period.MEASURED, n % 3, n, sent, sent).text();
  }

  private static String entity(String sent) {
    return """
        {"id":"urn:store:1","type":"store","senttime":{"type":"Property","value":"%s"}}"""
        .formatted(sent);
  }

  private static String notification(String... entities) {
    return "{\"type\":\"Notification\",\"data\":[" + String.join(",", entities) + "]}";
  }

  private CompletableFuture<Integer> send(String uri, String notification) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri))
            .version(HttpClient.Version.HTTP_1_1)
            .header("NGSILD-Tenant", ")$%^&")
            .POST(HttpRequest.BodyPublishers.ofString(notification))
            .build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .thenApply(HttpResponse::statusCode);
  }

  /** Notifies as the broker would of the subscription whose name ends like that. */
  private int notify(String subscription, String... entities) {
    return send(uri(subscription), notification(entities)).join();
  }

  private String uri(String subscription) {
    return TinyBroker.uri(broker.named(subscription).get(0));
  }

  @Test
  void aBrokerThatStillNotifiesAfterTheLongestWaitIsBehind() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "\nreceiver: { catchUp: 100ms }")) {
      AtomicInteger n = new AtomicInteger();
      Optional<BackendBook.Behind> behind =
          reception.catchUp(
              () -> notify(":0:1", entity(stamp(RUN, "update", n.getAndIncrement()))));

      assertThat(behind.orElseThrow().left()).isEqualTo(BackendBook.Behind.STILL_COMING);
    }
  }

  @Test
  void eachSubscriptionIsAReceiver() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String sent = entity(stamp(RUN, "update", 5));
      assertThat(notify(":0:0", sent)).isEqualTo(204);
      assertThat(notify(":0:1", sent)).isEqualTo(204);
      assertThat(notify(":1:0", sent)).isEqualTo(204);
      // Of the second entity the first subscription.
      assertThat(notify(":0:2", entity(stamp(RUN, "update", 6)))).isEqualTo(204);
      catchUp(reception);
    }
    assertThat(book.all).containsExactly("5 at 0", "5 at 1", "5 at 2", "6 at 0");
  }

  @Test
  void entitiesOfABatchAreReceiversOfTheirOwnAlsoInOneNotification() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String sent = stamp(RUN, "update", 5);
      notify(":0:1", entity(sent + ".1"), entity(sent + ".0"));
      catchUp(reception);
    }
    assertThat(book.all).containsExactly("5 at 4", "5 at 1");
  }

  @Test
  void oneThatComesTwiceOrLateIsBookedAsItComes() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      for (int n : List.of(4, 1, 4)) {
        notify(":0:0", entity(stamp(RUN, "update", n)));
      }
      catchUp(reception);
    }
    assertThat(book.all).containsExactly("4 at 0", "1 at 0 late", "4 at 0");
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
    assertThat(book.all).containsExactly("0 at 0", "30 at 0", "3 at 0", "33 at 0 late");
  }

  @Test
  void onlyWhatOneUserSendsToOneEntityHasAnOrder() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String next = entity(stamp(RUN, "update", 4)).replace("urn:store:1", "urn:store:2");
      notify(":1:0", next);
      notify(":1:0", entity(stamp(RUN, "update", 1)));
      notify(":1:0", entity(stamp(RUN, "update", 0)));
      notify(":0:0", entity(stamp(RUN, "update", 7)));
      catchUp(reception);
    }
    assertThat(book.all).containsExactly("4 at 2", "1 at 2", "0 at 2", "7 at 0");
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
    assertThat(book.all).isEqualTo(expected);
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
          .contains("1 notifications were of requests that are not notified: true");
    }
    assertThat(book.all).isEmpty();
  }

  @Test
  void aNotificationThatIsTooLargeIsRefused() throws Exception {
    try (Reception reception = open(EACH_ENTITY)) {
      String uri = uri(":0:0");
      assertThat(send(uri, " ".repeat(BoundedBody.MOST)).join()).isEqualTo(204);
      assertThat(send(uri, " ".repeat(BoundedBody.MOST + 1)).join()).isEqualTo(413);
      catchUp(reception);

      assertThat(reception.remarks())
          .contains("1 notifications were larger than 16 MB and not read");
    }
    assertThat(book.all).containsExactly("unstamped", "unstamped");
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
          reception.receive(() -> book.all.size() > before, () -> {});
        }
        remarks = reception.remarks();
      }
      // What was not answered ends with the receiver.
      answers.add(sent.stream().map(CompletableFuture::join).toList());
      assertThat(book.all).as("what came has arrived").hasSize(20);
      long refused = answers.get(0).stream().filter(each -> each == 503).count();
      assertThat(remarks)
          .contains(refused + " notifications were refused with 503, as receiver.answer says");
      book.all.clear();
    }
    assertThat(answers.get(0)).contains(204, 503, 0).isEqualTo(answers.get(1));
  }

  @Test
  void aReceiverCanBeSlow() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "receiver: { answer: { delay: 1m } }\n")) {
      CompletableFuture<Integer> answer =
          send(uri(":0:0"), notification(entity(stamp(RUN, "update", 5))));
      catchUp(reception);

      assertThat(book.all).containsExactly("5 at 0");
      assertThat(answer).isNotDone();
    }
  }

  @Test
  void subscriptionsAreSpreadOverEndpointsAndGoneAtTheEnd() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "receiver: { endpoints: 3 }\n")) {
      assertThat(broker.subscriptions).hasSize(5);
      assertThat(broker.named(":0:0").get(0).path("id").asText())
          .isEqualTo("urn:ngsi-ld:Subscription:fl:test:1f00a:0:0");
      assertThat(broker.subscriptions.values().stream().map(TinyBroker::uri))
          .extracting(each -> URI.create(each).getPort())
          .doesNotContain(0)
          .satisfies(ports -> assertThat(List.copyOf(ports)).hasSize(5))
          .satisfies(ports -> assertThat(java.util.Set.copyOf(ports)).hasSize(3));
      assertThat(reception.remarks()).singleElement().asString().startsWith("5 subscriptions made");
    }
    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.entities).as("that of the probe").isEmpty();
  }

  @Test
  void subscriptionsOfABrokerThatNamesThemItselfAreGoneAtTheEnd() throws Exception {
    broker.hasOwnIds = true;
    open(EACH_ENTITY).close();

    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.asked).contains("DELETE /ngsi-ld/v1/subscriptions/own-1");
  }

  @Test
  void aBrokerThatNotifiesOfChangesOnlyIsReached() throws Exception {
    broker.notifiesOfNew = false;
    open(EACH_ENTITY).close();

    assertThat(broker.asked)
        .contains("POST /ngsi-ld/v1/entities/urn:ngsi-ld:FleetLoadProbe:1f00a/attrs");
  }

  @Test
  void aBrokerThatDoesNotReachThisHostIsToldHowToReachIt() {
    broker.notifies = false;

    assertThatThrownBy(() -> open(EACH_ENTITY))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("the broker at %s did not notify http://127.0.0.1:", broker.url())
        .hasMessageContaining("write the name or IP under which it does in receiver.host");
    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.entities).isEmpty();
  }

  @Test
  void aBrokerThatCannotReadTheContextIsToldWhereToFindIt() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    broker.refuses = "{ \"type\": \"https://uri.etsi.org/ngsi-ld/errors/LdContextNotAvailable\" }";

    assertThatThrownBy(() -> open(profile))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("reaches this host in receiver.host")
        .hasMessageContaining("in target.context");
  }

  @Test
  void aSubscriptionThatTheBrokerDoesNotWantIsNamed() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    broker.refuses = "{ \"title\": \"no " + "o".repeat(300) + "\" }";

    assertThatThrownBy(() -> open(profile))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("the broker at " + broker.url())
        .hasMessageContaining(": 400 { \"title\": \"no ooo")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300).doesNotContain("\n"));
  }

  @Test
  void aBrokerThatIsNotThereIsNamed() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    broker.close();

    assertThatThrownBy(() -> open(profile))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("the broker at " + broker.url() + " does not answer: ")
        .hasMessageEndingWith("(target.url)");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = "receiver: { port: %d }\n".formatted(taken.getLocalPort());
      assertThatThrownBy(() -> open(EACH_ENTITY + port))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("receiver.port: port " + taken.getLocalPort());
    }
  }

  @Test
  void whoIsToldToStopMakesNoMoreSubscriptions() {
    stop.stop(StopSignal.Why.INTERRUPTED);

    assertThatThrownBy(() -> open(EACH_ENTITY)).isInstanceOf(InterruptedException.class);
    assertThat(broker.subscriptions).isEmpty();
  }

  @Test
  void whatAKilledRunLeftIsRemovedAndOthersStay() throws Exception {
    for (String id : List.of("fl:test:7:0:0", "fl:test2:7:0:0", "mine")) {
      broker.subscriptions.put("urn:ngsi-ld:Subscription:" + id, node());
    }
    for (int i = 0; i < 250; i++) {
      broker.subscriptions.put("urn:ngsi-ld:Subscription:fl:test:8:0:" + i, node());
    }
    assertThat(LeftSubscriptions.remove(profile(EACH_ENTITY), stop)).isEqualTo(251);
    assertThat(broker.subscriptions.keySet())
        .containsExactly(
            "urn:ngsi-ld:Subscription:fl:test2:7:0:0", "urn:ngsi-ld:Subscription:mine");
  }

  private static JsonNode node() {
    return new com.fasterxml.jackson.databind.ObjectMapper().createObjectNode();
  }
}
