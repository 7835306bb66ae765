// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClient;
import java.net.URI;
import java.net.URISyntaxException;

/** Makes outboxes, which share their connections and the room for what waits. */
public final class Outboxes {
  /** In all outboxes; about 1 KB each. */
  private static final int MOST_WAITING = 100_000;

  private final HttpClient client;
  private final Traffic traffic;
  private final Waiting waiting = new Waiting(MOST_WAITING);

  public Outboxes(HttpClient client, Traffic traffic) {
    this.client = client;
    this.traffic = traffic;
  }

  /** Whether a receiver can have such an address. */
  public static boolean reaches(String receiver) {
    try {
      URI uri = new URI(receiver);
      return uri.getHost() != null && receiver.matches("https?://.+");
    } catch (URISyntaxException e) {
      return false;
    }
  }

  public Outbox to(String receiver, MultiMap headers) {
    return new Outbox(client, receiver, headers, traffic, waiting);
  }
}
