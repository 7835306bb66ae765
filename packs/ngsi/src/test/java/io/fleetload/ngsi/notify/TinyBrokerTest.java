// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.health.BackendWatch;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.profile.Generator;
import io.fleetload.rig.ArrivalLog;
import io.fleetload.rig.FastClock;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;

/** A backend on a broker that keeps subscriptions and notifies when the test says so. */
abstract class TinyBrokerTest {
  static final RunId RUN = new RunId(0x1f00a);

  static final String EACH_ENTITY =
      """
      subscriptions:
        - { type: store, id: "urn:store:{{n}}", count: 2, each: 2, stamp: senttime }
        - { type: timed-entity, stamp: senttime }
      """;

  /** Once the backend is open, the broker is quiet after a fifth of the time. */
  final FastClock clock = new FastClock(5);

  final ArrivalLog book = new ArrivalLog(RUN);
  final TinyBroker broker = new TinyBroker();
  final StopSignal stop = new StopSignal();
  final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    broker.close();
  }

  NgsiProfile profile(String more) {
    return Profiles.of("url: \"%s\", broker: scorpio".formatted(broker.url()), more);
  }

  Reception open(String more) throws Exception {
    return open(profile(more.contains("receiver:") ? more : more + "receiver: { catchUp: 5m }\n"));
  }

  Reception open(NgsiProfile profile) throws Exception {
    BackendWatch watch = new BackendWatch(new Generator(null));
    Reception reception = new NotificationBackend(profile, clock, stop).open(book, watch);
    clock.hurry();
    return reception;
  }

  static void catchUp(Reception reception) throws Exception {
    assertThat(reception.catchUp(() -> {})).isEmpty();
  }

  /** Sent in the order of its numbers. */
  static String stamp(RunId run, String flow, int n) {
    return stamp(run, flow, n, n + 1);
  }

  static String stamp(RunId run, String flow, int n, long sent) {
    return new Stamp(run, flow, Period.MEASURED, n % 3, n, sent, sent).text();
  }

  static String entity(String sent) {
    return """
        {"id":"urn:store:0","type":"store","senttime":{"type":"Property","value":"%s"}}"""
        .formatted(sent);
  }

  static String notification(String... entities) {
    return "{\"type\":\"Notification\",\"data\":[" + String.join(",", entities) + "]}";
  }

  CompletableFuture<Integer> send(String uri, String notification) {
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
  int notify(String subscription, String... entities) {
    return send(uri(subscription), notification(entities)).join();
  }

  String uri(String subscription) {
    return TinyBroker.uri(broker.named(subscription).get(0));
  }
}
