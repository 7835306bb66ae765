// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Makes outboxes, which share their connections and the room for what waits. */
public final class Outboxes {
  /** In all outboxes; about 1 KB each. */
  private static final int MOST_WAITING = 100_000;

  /** More subscriptions share them, so that thousands need no thousands of connections. */
  private static final int CONNECTIONS_TO_A_RECEIVER = 64;

  /** Notifications on a connection that are not answered yet. */
  static final int UNANSWERED = 16;

  private final Vertx vertx;
  private final Traffic traffic;
  private final Clock clock;
  private final List<HttpClient> clients = new ArrayList<>();
  private int made;
  private final OutboxLimit waiting = new OutboxLimit(MOST_WAITING);

  public Outboxes(Vertx vertx, Traffic traffic, Clock clock) {
    this.vertx = vertx;
    this.traffic = traffic;
    this.clock = clock;
  }

  /** Checks whether a receiver can have such an address. */
  public static boolean reaches(String receiver) {
    try {
      URI uri = new URI(receiver);
      return uri.getHost() != null && receiver.matches("https?://.+");
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** One more, empty. */
  public Outbox next() {
    int next = made++ % CONNECTIONS_TO_A_RECEIVER;
    if (next == clients.size()) {
      clients.add(client());
    }
    return new Outbox(clients.get(next), traffic, waiting, clock);
  }

  private HttpClient client() {
    return vertx.createHttpClient(
        new HttpClientOptions()
            .setMaxPoolSize(1)
            .setKeepAlive(true)
            .setPipelining(true)
            .setPipeliningLimit(UNANSWERED)
            .setMaxWaitQueueSize(-1));
  }
}
