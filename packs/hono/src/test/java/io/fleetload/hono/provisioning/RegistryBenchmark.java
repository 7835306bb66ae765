// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How much faster bulk writes are, as ratios of one run: against the same documents one at a time,
 * and against a request to an HTTP server each, which does the same two inserts and nothing of what
 * Hono's management API does besides. Everything is in this process, so a round trip costs less
 * than over any network, and the ratios are the least that can be expected.
 */
@EnabledIfSystemProperty(named = "bench.devices", matches = "[0-9]+")
class RegistryBenchmark {
  private static final int DEVICES = Integer.getInteger("bench.devices", 1);
  private static final int ROUNDS = 5;

  /** One way to write a fleet. */
  private interface Way {
    void write(InProcessRegistry registry, List<Document> devices, List<Document> credentials)
        throws Exception;
  }

  @Test
  void bulkAgainstOneAtATimeAndHttp() throws Exception {
    List<double[]> rounds = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      double[] rates = round();
      // The first round warms the JVM up.
      if (round > 0) {
        rounds.add(rates);
        say("round " + round, rates);
      }
    }
    say("medians", new double[] {median(rounds, 0), median(rounds, 1), median(rounds, 2)});
    System.out.printf(
        Locale.ROOT,
        "ratios, median of the rounds' own: bulk to one at a time %.1f, bulk to HTTP %.1f%n",
        median(rounds.stream().map(each -> new double[] {each[0] / each[1]}).toList(), 0),
        median(rounds.stream().map(each -> new double[] {each[0] / each[2]}).toList(), 0));
  }

  /** The three ways one after the other, in devices per second. */
  private static double[] round() throws Exception {
    double bulk;
    List<Document> devices;
    List<Document> credentials;
    try (InProcessRegistry registry = new InProcessRegistry()) {
      OneRun run = new OneRun(registry.uri()).with("devices.count=" + DEVICES);
      long began = System.nanoTime();
      assertThat(run.apply()).as(run.said::toString).isZero();
      bulk = perSecond(began);
      devices = registry.all("devices");
      credentials = registry.all("credentials");
    }
    return new double[] {
      bulk,
      timed(RegistryBenchmark::oneAtATime, devices, credentials),
      timed(RegistryBenchmark::overHttp, devices, credentials)
    };
  }

  private static void say(String what, double[] rates) {
    System.out.printf(
        Locale.ROOT,
        "%s, %d devices: bulk %.0f/s, one at a time %.0f/s, HTTP %.0f/s%n",
        what,
        DEVICES,
        rates[0],
        rates[1],
        rates[2]);
  }

  private static double median(List<double[]> rounds, int way) {
    return rounds.stream().mapToDouble(each -> each[way]).sorted().toArray()[rounds.size() / 2];
  }

  private static double timed(Way way, List<Document> devices, List<Document> credentials)
      throws Exception {
    try (InProcessRegistry registry = new InProcessRegistry()) {
      assertThat(new OneRun(registry.uri()).with("devices.count=1").apply()).isZero();
      registry.collection("devices").deleteMany(new Document());
      registry.collection("credentials").deleteMany(new Document());
      long began = System.nanoTime();
      way.write(registry, devices, credentials);
      double perSecond = perSecond(began);
      assertThat(registry.collection("credentials").countDocuments()).isEqualTo(DEVICES);
      return perSecond;
    }
  }

  private static double perSecond(long began) {
    return DEVICES * 1e9 / (System.nanoTime() - began);
  }

  private static void oneAtATime(
      InProcessRegistry registry, List<Document> devices, List<Document> credentials) {
    for (int i = 0; i < DEVICES; i++) {
      insert(registry, devices.get(i), credentials.get(i));
    }
  }

  private static void insert(InProcessRegistry registry, Document device, Document credential) {
    MongoCollection<Document> devices = registry.collection("devices");
    MongoCollection<Document> credentials = registry.collection("credentials");
    devices.insertOne(device);
    credentials.insertOne(credential.append("_id", new ObjectId().toHexString()));
  }

  private static void overHttp(
      InProcessRegistry registry, List<Document> devices, List<Document> credentials)
      throws IOException, InterruptedException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/devices",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          Document both = Document.parse(body);
          insert(
              registry,
              both.get("device", Document.class),
              both.get("credentials", Document.class));
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    server.start();
    try {
      HttpClient client = HttpClient.newHttpClient();
      URI where = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/devices");
      for (int i = 0; i < DEVICES; i++) {
        String body =
            new Document("device", devices.get(i))
                .append("credentials", credentials.get(i))
                .toJson();
        HttpRequest request =
            HttpRequest.newBuilder(where).POST(HttpRequest.BodyPublishers.ofString(body)).build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(201);
      }
    } finally {
      server.stop(0);
    }
  }
}
