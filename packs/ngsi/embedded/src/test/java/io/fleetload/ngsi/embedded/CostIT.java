// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.ServerProcess;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What requests cost the broker with many entities in little memory, as its metrics page says; it
 * shares cores with its client. {@code -Dcost.long=true} makes figures of it, with a hundred
 * thousand entities in a gigabyte; a few requests are served by code that is still being compiled.
 */
@Tag("nightly")
@Tag("bounds")
class CostIT {
  private static final boolean LONG = Boolean.getBoolean("cost.long");
  private static final int ENTITIES = LONG ? 100_000 : 20_000;
  private static final String HEAP = LONG ? "-Xmx1g" : "-Xmx256m";
  private static final int REQUESTS = LONG ? 40_000 : 2_000;
  private static final int BATCH = 500;
  private static final int USERS = 10;

  /**
   * It was 28 to 56 on two busy cores; more than this is another way of serving. One that looks at
   * all entities takes milliseconds.
   */
  private static final double MOST_MICROSECONDS = LONG ? 200 : 1_000;

  private static final String ENTITY =
      """
      {"id":"urn:ngsi-ld:Entity:%d","type":"Entity",\
      "name":{"type":"Property","value":"Name of my entity"},\
      "description":{"type":"Property","value":"A short description of my entity"},\
      "stationCode":{"type":"Property","value":"BSS%d"},\
      "ammonium":[{"type":"Property","value":0.34,"observedAt":"2023-04-01T12:00:00Z",\
      "unitCode":"M1","datasetId":"urn:ngsi-ld:Dataset:Bottom"},{"type":"Property","value":0.41,\
      "observedAt":"2023-04-01T13:00:00Z","unitCode":"M1",\
      "datasetId":"urn:ngsi-ld:Dataset:Surface"}],\
      "dissolvedOxygen":{"type":"Property","sandreCode":{"type":"Property","value":"1311"},\
      "value":8.9,"observedAt":"2023-04-01T10:00:00Z","unitCode":"M1"},\
      "waterTemperature":[{"type":"Property","value":10.9,"observedAt":"2022-12-09T13:40:00Z",\
      "unitCode":"CEL","datasetId":"urn:ngsi-ld:Dataset:Bottom"},{"type":"Property","value":12.9,\
      "observedAt":"2022-12-09T13:40:00Z","unitCode":"CEL",\
      "datasetId":"urn:ngsi-ld:Dataset:Surface"}],\
      "servesDataset":{"type":"Relationship",\
      "object":"urn:ngsi-ld:Dataset:SurfaceWaterMonitoring"},\
      "location":{"type":"GeoProperty","value":{"type":"Point",\
      "coordinates":[3.53452158,43.48562782]}}}""";

  private final Vertx vertx = Vertx.vertx();
  private URI broker;
  private URI metrics;

  /** One kind of request, by its number. */
  private record Load(HttpMethod method, IntFunction<String> path, IntFunction<String> body) {}

  @Test
  void requestsCostLittleWithManyEntitiesInLittleMemory() throws Exception {
    try (ServerProcess server =
        ServerProcess.of("ngsi-embedded.jar", List.of("-XX:+UseSerialGC", HEAP), List.of())) {
      String ready = server.says();
      broker = URI.create(ready.replaceAll(".*\"url\":\"([^\"]+).*", "$1"));
      metrics = URI.create(ready.replaceAll(".*\"metrics\":\"([^\"]+).*", "$1"));
      String batches = "/ngsi-ld/v1/entityOperations/create";
      run(new Load(HttpMethod.POST, n -> batches, CostIT::batch), ENTITIES / BATCH);
      assertThat(page()).contains("ngsi_entities " + ENTITIES + "\n");
      System.out.printf(
          "%,d entities with their history: %.0f MB resident%n",
          ENTITIES, figure("process_resident_memory_bytes") / 1e6);
      String part = "{\"value\":9.5,\"observedAt\":\"2026-11-22T10:00:00Z\"}";
      costsLittle("update", new Load(HttpMethod.PATCH, n -> one(n) + "/attrs/name", n -> part));
      String added = "{\"temperature\":{\"type\":\"Property\",\"value\":%d}}";
      costsLittle("append", new Load(HttpMethod.POST, n -> one(n) + "/attrs", added::formatted));
      costsLittle("get", new Load(HttpMethod.GET, CostIT::one, n -> ""));
      String query = "/ngsi-ld/v1/entities?type=Entity&limit=10&options=keyValues";
      costsLittle("query of ten", new Load(HttpMethod.GET, n -> query, n -> ""));
      notifies();
    } finally {
      vertx.close();
    }
  }

  /** Every update notifies one subscription, in order. */
  private void notifies() throws Exception {
    CountDownLatch all = new CountDownLatch(2 * REQUESTS);
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  request.response().setStatusCode(204).end();
                  all.countDown();
                })
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get()
            .actualPort();
    String subscription =
        "{\"type\":\"Subscription\",\"entities\":[{\"type\":\"Entity\"}],\"watchedAttributes\":"
            + "[\"name\"],\"notification\":{\"attributes\":[\"name\"],\"endpoint\":"
            + "{\"uri\":\"http://127.0.0.1:"
            + port
            + "/notify\"}}}";
    run(new Load(HttpMethod.POST, n -> "/ngsi-ld/v1/subscriptions", n -> subscription), 1);
    String part = "{\"value\":9.5}";
    long began = System.nanoTime();
    costsLittle(
        "update with a notification",
        new Load(HttpMethod.PATCH, n -> one(n) + "/attrs/name", n -> part));
    assertThat(all.await(2, TimeUnit.MINUTES)).isTrue();
    assertThat(page()).contains("ngsi_notifications_total{result=\"dropped\"} 0\n");
    System.out.printf("%,.0f notifications/s%n", 2e9 * REQUESTS / (System.nanoTime() - began));
  }

  private static String one(int n) {
    return "/ngsi-ld/v1/entities/urn:ngsi-ld:Entity:" + n;
  }

  private static String batch(int n) {
    StringBuilder batch = new StringBuilder();
    for (int i = n * BATCH; i < (n + 1) * BATCH; i++) {
      String number = Integer.toString(i);
      batch.append(batch.isEmpty() ? '[' : ',').append(ENTITY.replace("%d", number));
    }
    return batch.append(']').toString();
  }

  private void costsLittle(String name, Load load) throws Exception {
    run(load, REQUESTS);
    double before = figure("process_cpu_seconds_total");
    long began = System.nanoTime();
    run(load, REQUESTS);
    double seconds = (System.nanoTime() - began) / 1e9;
    double microseconds = (figure("process_cpu_seconds_total") - before) * 1e6 / REQUESTS;
    System.out.printf(
        "%s: %.1f us of the broker's processor time, %,.0f/s%n",
        name, microseconds, REQUESTS / seconds);
    assertThat(microseconds).as(name).isPositive().isLessThan(MOST_MICROSECONDS);
  }

  /** Each answer is followed by the next request. */
  private void run(Load load, int requests) throws Exception {
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setMaxPoolSize(USERS)
                .setDefaultHost(broker.getHost())
                .setDefaultPort(broker.getPort()));
    CountDownLatch answered = new CountDownLatch(requests);
    AtomicInteger asked = new AtomicInteger();
    Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    Runnable[] next = new Runnable[1];
    next[0] =
        () -> {
          int n = asked.getAndIncrement();
          if (n < requests) {
            send(client, load, n, statuses, answered, next[0]);
          }
        };
    for (int i = 0; i < USERS; i++) {
      next[0].run();
    }
    assertThat(answered.await(5, TimeUnit.MINUTES)).isTrue();
    assertThat(statuses).hasSize(1).allMatch(it -> it < 300);
    client.close();
  }

  private static void send(
      HttpClient client,
      Load load,
      int n,
      Set<Integer> statuses,
      CountDownLatch answered,
      Runnable next) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(load.method)
            .setURI(load.path.apply(n))
            .putHeader("Accept", "application/json")
            .putHeader("Content-Type", "application/json");
    client
        .request(options)
        .compose(request -> request.send(Buffer.buffer(load.body.apply(n))))
        .compose(answer -> answer.end().map(answer.statusCode()))
        .onComplete(
            done -> {
              statuses.add(done.succeeded() ? done.result() : 999);
              answered.countDown();
              next.run();
            });
  }

  private double figure(String name) throws Exception {
    return Double.parseDouble(page().replaceAll("(?s).*\n" + name + " ([0-9.E-]+).*", "$1"));
  }

  private String page() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(metrics).build();
    return java.net.http.HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
