// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Cause;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.NgsiTarget;
import io.fleetload.ngsi.profile.Users;
import io.fleetload.process.PemFile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.wire.netty.EventLoopWire;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.impl.HttpClientConnection;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Opens connections to the broker of a profile. */
final class HttpConnector {
  private static final String HTTPS = "https";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final Context context;
  private final EventLoopWire wire;
  private final SocketAddress server;
  private final SocketAddress named;
  private final String authority;
  private final IntConsumer unasked;

  /** By the first session that they are for. */
  private final NavigableMap<Integer, GroupClients> clients = new TreeMap<>();

  /**
   * The connector of a profile; it opens nothing yet.
   *
   * @param unasked takes the session of each answer that no request asked for
   * @throws TargetException if the broker's host is not known
   * @throws UsageException if the file of {@code target.tls} is of no use
   */
  HttpConnector(
      NgsiProfile profile, Vertx vertx, Context context, EventLoopWire wire, IntConsumer unasked)
      throws TargetException, UsageException {
    this.context = context;
    this.wire = wire;
    this.unasked = unasked;
    NgsiTarget target = profile.target();
    URI url = URI.create(target.url());
    boolean tls = HTTPS.equals(url.getScheme());
    int standard = tls ? HTTPS_PORT : HTTP_PORT;
    int port = url.getPort() < 0 ? standard : url.getPort();
    InetSocketAddress address = new InetSocketAddress(url.getHost(), port);
    if (address.isUnresolved()) {
      throw new TargetException(
          "the broker's host is not known: %s (target.url)".formatted(url.getHost()));
    }
    String name = target.tls() == null ? null : target.tls().serverName();
    this.server = SocketAddress.inetSocketAddress(address);
    this.named = SocketAddress.inetSocketAddress(port, name == null ? url.getHost() : name);
    this.authority = port == standard ? url.getHost() : url.getHost() + ":" + port;
    PemTrustOptions trust =
        tls && target.tls() != null && target.tls().authorities() != null
            ? new PemTrustOptions().addCertValue(authorities(target.tls().authorities().path()))
            : null;
    Users users = profile.devices();
    if (users.areAlone()) {
      for (DeviceGroup each : users.groups()) {
        Users its = (Users) each.devices();
        clients.put(each.first(), new GroupClients(vertx, its, its.timeout(), tls, trust));
      }
    } else {
      // Where users share connections, all that matters here is the same in all groups.
      clients.put(0, new GroupClients(vertx, users, users.longestTimeout(), tls, trust));
    }
  }

  private static Buffer authorities(Path file) throws UsageException {
    PemFile pem = new PemFile("target.tls.authorities", file);
    pem.certificates();
    return Buffer.buffer(pem.text());
  }

  /** Opens a connection of a session; calls exactly one of the two, on the wire's thread. */
  void open(int session, Consumer<Connection> opened, Consumer<Cause> failed) {
    GroupClients its = clients.floorEntry(session).getValue();
    context.runOnContext(
        begin ->
            its.of(session)
                .connect(server, named)
                .onComplete(
                    result ->
                        wire.run(
                            () -> {
                              if (result.succeeded()) {
                                made(session, its, result.result(), opened, failed);
                              } else {
                                failed.accept(HttpCause.ofConnecting(result.cause(), its.http2()));
                              }
                            })));
  }

  private void made(
      int session,
      GroupClients its,
      HttpClientConnection made,
      Consumer<Connection> opened,
      Consumer<Cause> failed) {
    Connection connection =
        new Connection(made, authority, () -> wire.run(() -> unasked.accept(session)));
    if (its.http2() && !connection.isHttp2()) {
      connection.close();
      failed.accept(HttpCause.NOT_HTTP_2);
    } else {
      opened.accept(connection);
    }
  }
}
