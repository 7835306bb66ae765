// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.fleetload.arion.embedded.service.Methods;
import io.fleetload.rig.ServerProcess;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a unary read costs the server, as its metrics page says; it shares cores with its client.
 */
@Tag("nightly")
@Tag("bounds")
class ReadCostIT {
  private static final int UNDER_WAY = 12;
  private static final int READS = 60_000;

  /** It was 15 on two busy cores; more than this is another way of serving. */
  private static final double MOST_MICROSECONDS = 100;

  @Test
  void aUnaryReadCostsTheServerLittle() throws Exception {
    try (ServerProcess server =
        ServerProcess.of(
            "arion-embedded.jar", List.of("-XX:+UseSerialGC", "-Xmx512m"), List.of())) {
      String ready = server.says();
      try (Client client = new Client(ready.replaceAll(".*\"server\":\"([^\"]+).*", "$1"))) {
        URI metrics = URI.create(ready.replaceAll(".*\"metrics\":\"([^\"]+).*", "$1"));
        client.write(Messages.write(Messages.create("10.1.1.1", "a")));
        read(client);
        double before = processorSeconds(metrics);
        read(client);
        double microseconds = (processorSeconds(metrics) - before) * 1e6 / READS;
        System.out.printf("a unary read cost the server %.1f us of processor time%n", microseconds);
        assertThat(microseconds).isPositive().isLessThan(MOST_MICROSECONDS);
      }
    }
  }

  private static void read(Client client) throws InterruptedException {
    Readers readers = new Readers(client);
    for (int i = 0; i < UNDER_WAY; i++) {
      readers.next();
    }
    assertThat(readers.answered.await(5, TimeUnit.MINUTES)).isTrue();
  }

  /** Each answer is followed by the next request. */
  private static final class Readers {
    private final Client client;
    private final HostRequest request = Messages.read("10.1.1.1");
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch answered = new CountDownLatch(READS);

    Readers(Client client) {
      this.client = client;
    }

    void next() {
      if (asked.incrementAndGet() <= READS) {
        var call = client.channel().newCall(Methods.READ, CallOptions.DEFAULT);
        ClientCalls.asyncUnaryCall(call, request, new Answer());
      }
    }

    private final class Answer implements StreamObserver<NeighborRulesResponse> {
      @Override
      public void onNext(NeighborRulesResponse answer) {
        answered.countDown();
      }

      @Override
      public void onCompleted() {
        next();
      }

      @Override
      public void onError(Throwable failure) {}
    }
  }

  private static double processorSeconds(URI metrics) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(metrics).build();
    String page = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return Double.parseDouble(
        page.replaceAll("(?s).*\nprocess_cpu_seconds_total ([0-9.E-]+).*", "$1"));
  }
}
