// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.rig.SmallHeap;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand subscriptions at a backend in a JVM of its own with little memory. {@code
 * -Dnotifications.each=100} makes a million notifications of it.
 */
@Tag("nightly")
@Tag("memory")
class ManySubscriptionsTest {
  private static final int SUBSCRIPTIONS = 10_000;
  private static final int CONNECTIONS = 4;

  private final int each = Integer.getInteger("notifications.each", 4);

  @Test
  void allNotificationsAreReceivedInOrder() throws Exception {
    try (TinyBroker broker = new TinyBroker()) {
      List<String> arguments =
          List.of(broker.url(), Integer.toString(SUBSCRIPTIONS), Integer.toString(each));
      Process backend =
          SmallHeap.of("64m", ManyReceived.class, arguments).redirectErrorStream(true).start();
      List<String> said = new ArrayList<>();
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(backend.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          said.add(line);
          if (line.equals("ready")) {
            notifyAll(broker);
          }
        }
      } finally {
        backend.destroy();
      }
      System.out.println(said);
      assertThat(backend.waitFor()).as("%s", said).isZero();
      assertThat(said).contains(ManyReceived.ARRIVED + (SUBSCRIPTIONS * each) + " 0");
      assertThat(broker.subscriptions).isEmpty();
    }
  }

  private void notifyAll(TinyBroker broker) throws Exception {
    List<URI> uris = new ArrayList<>();
    for (JsonNode one : broker.named("")) {
      if (one.path("id").asText().contains(":0:")) {
        uris.add(URI.create(TinyBroker.uri(one)));
      }
    }
    // They are made over several connections, so the broker has them in any order.
    uris.sort(Comparator.comparingInt(ManySubscriptionsTest::number));
    ExecutorService senders = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Callable<Void>> all =
          IntStream.range(0, CONNECTIONS)
              .<Callable<Void>>mapToObj(
                  connection ->
                      () -> {
                        send(uris, connection);
                        return null;
                      })
              .toList();
      for (Future<Void> sent : senders.invokeAll(all)) {
        sent.get();
      }
    } finally {
      senders.shutdownNow();
    }
  }

  private static int number(URI uri) {
    return Integer.parseInt(uri.getPath().substring(uri.getPath().lastIndexOf('/') + 1));
  }

  /** A subscription is always notified over the same connection, so in order. */
  private void send(List<URI> uris, int connection) throws IOException {
    try (Socket socket = new Socket(uris.get(0).getHost(), uris.get(0).getPort())) {
      OutputStream out = socket.getOutputStream();
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (int nth = 0; nth < each; nth++) {
        for (int i = connection; i < uris.size(); i += CONNECTIONS) {
          out.write(request(uris.get(i), i, nth).getBytes(StandardCharsets.US_ASCII));
          assertThat(answers.readLine()).startsWith("HTTP/1.1 204");
          assertThat(answers.readLine()).isEmpty();
        }
      }
    }
  }

  private static String request(URI uri, int device, int nth) {
    int n = nth * SUBSCRIPTIONS + device;
    Stamp stamp = new Stamp(ManyReceived.RUN, "update", Period.MEASURED, device, n, 1, 1);
    String body =
        """
        {
          "id" : "notification:-7715531397185740128",
          "type" : "Notification",
          "subscriptionId" : "urn:506bd4b3-069a-41b4-a398-fa8bea4e19a7",
          "notifiedAt" : "2026-11-22T09:48:02.536000Z",
          "data" : [ {
            "id" : "urn:%d",
            "type" : "store",
            "humidity" : {
              "type" : "Property",
              "value" : 10
            },
            "senttime" : {
              "type" : "Property",
              "value" : "%s"
            }
          } ]
        }"""
            .formatted(device, stamp.text());
    return "POST %s HTTP/1.1\r\nhost: a\r\nContent-Type: application/json\r\ncontent-length: %d\r\n\r\n%s"
        .formatted(uri.getPath(), body.length(), body);
  }
}
