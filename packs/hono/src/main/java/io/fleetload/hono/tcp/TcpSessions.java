// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.tcp;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.ShardDevices;
import io.fleetload.dtls.PskSource;
import io.fleetload.hono.certificates.SessionCertificates;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.process.TlsFiles;
import io.fleetload.process.UsageException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpLink.LinkPlace;
import io.fleetload.wire.tls.TlsClient;
import io.fleetload.wire.tls.TlsSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The sessions of a fleet's devices that speak a protocol over TCP: where each connects from and
 * to, and how Hono knows it.
 */
public final class TcpSessions {
  private final ShardDevices own;
  private final NioLoop loop;
  private final PskSource keys;
  private final Supplier<DeviceDriver.Listener> listener;
  private final InetSocketAddress server;

  /** Null for none. */
  private final TlsClient tls;

  private final boolean certificates;

  /** By the first device of each group. */
  private final NavigableMap<Integer, List<SourceAddress>> sources = new TreeMap<>();

  /**
   * The sessions of a profile's devices.
   *
   * @param protocol that they speak
   * @param own the devices that this process has of the fleet
   * @param keys the user name of each device, and the key that its password is made from; of
   *     devices with certificates the names alone
   * @throws TargetException if the host of the adapter is not known
   * @throws UsageException if {@code target.trust} or a tenant's authority is of no use
   */
  public TcpSessions(
      HonoProfile profile,
      Protocol protocol,
      ShardDevices own,
      NioLoop loop,
      PskSource keys,
      Supplier<DeviceDriver.Listener> listener)
      throws TargetException, UsageException {
    this.own = own;
    this.loop = loop;
    this.keys = keys;
    this.listener = listener;
    String address = profile.target().adapter(protocol);
    this.server = TcpConnection.address(address, protocol.target());
    Optional<TlsFiles> files = profile.target().adapters().tls(protocol);
    String host = address.substring(0, address.lastIndexOf(':'));
    this.certificates = profile.devices().x509() != null;
    if (files.isEmpty()) {
      this.tls = null;
    } else {
      TlsSettings settings = new TlsSettings(files.get(), host, List.of(), own.count());
      this.tls =
          certificates
              ? new TlsClient(loop, settings, SessionCertificates.of(profile).from(own::device))
              : new TlsClient(loop, settings);
    }
    Map<List<InetAddress>, List<SourceAddress>> known = new HashMap<>();
    for (DeviceGroup each : profile.devices().groups()) {
      sources.put(
          each.first(),
          known.computeIfAbsent(
              each.devices().addresses(), addresses -> SourceAddress.of(addresses, own)));
    }
  }

  /** The session at a place among those of this process. */
  public LinkPlace at(int place) {
    int session = own.device(place);
    List<SourceAddress> its = sources.floorEntry(session).getValue();
    LinkPlace plain = new LinkPlace(session, its.get(place % its.size()), server, loop, listener);
    return tls == null ? plain : plain.through(tls.layers(place));
  }

  /** Returns whether Hono knows a session by its certificate, and so by no password. */
  public boolean haveCertificates() {
    return certificates;
  }

  /** User name of a session, {@code AUTH-ID@TENANT}. */
  public String user(int session) {
    return new String(keys.identity(session), StandardCharsets.UTF_8);
  }

  /** Password of a session: its key in base64. */
  public byte[] password(int session) {
    return Base64.getEncoder().encode(keys.key(session));
  }
}
