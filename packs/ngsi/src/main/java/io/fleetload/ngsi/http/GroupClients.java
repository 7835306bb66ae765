// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.ngsi.profile.Users;
import io.fleetload.quantity.Span;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpClientInternal;
import io.vertx.core.net.PemTrustOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens the connections of a group of users, with a client for each of its local addresses. */
final class GroupClients {
  private final boolean http2;
  private final List<HttpClientInternal> clients = new ArrayList<>();

  /**
   * Clients that have opened nothing yet.
   *
   * @param users what holds for the group
   * @param timeout the longest time that a connection may take to open
   * @param tls whether they use TLS
   * @param trust the certificates that they trust; null for those of Java
   */
  GroupClients(Vertx vertx, Users users, Span timeout, boolean tls, PemTrustOptions trust) {
    this.http2 = users.http() == Users.Http.HTTP_2;
    HttpVersion version = http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1;
    HttpClientOptions options =
        new HttpClientOptions()
            .setSsl(tls)
            .setProtocolVersion(version)
            .setUseAlpn(tls && http2)
            .setAlpnVersions(List.of(version))
            // HTTP/2 without TLS begins as such: brokers that know it need no upgrade.
            .setHttp2ClearTextUpgrade(false)
            .setTcpNoDelay(true)
            .setConnectTimeout(
                (int)
                    Math.min(
                        Integer.MAX_VALUE,
                        Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeout.nanos()))));
    if (trust != null) {
      options.setTrustOptions(trust);
    }
    for (String each : users.bind().isEmpty() ? List.of("") : users.bind()) {
      clients.add(
          (HttpClientInternal)
              vertx.createHttpClient(
                  new HttpClientOptions(options).setLocalAddress(each.isEmpty() ? null : each)));
    }
  }

  /** Returns whether they speak HTTP/2. */
  boolean http2() {
    return http2;
  }

  /** The one that opens the connection of a session. */
  HttpClientInternal of(int session) {
    return clients.get(session % clients.size());
  }
}
