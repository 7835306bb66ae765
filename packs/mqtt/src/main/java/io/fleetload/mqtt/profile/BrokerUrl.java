// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import java.util.Locale;

/**
 * URL of a broker.
 *
 * @param scheme tcp, tls, ws or wss
 * @param address {@code host:port}
 * @param path of WebSocket; empty for none
 */
public record BrokerUrl(String scheme, String address, String path) {
  static BrokerUrl of(String url) {
    int colon = url.indexOf("://");
    String rest = url.substring(colon + 3);
    int slash = rest.indexOf('/');
    return new BrokerUrl(
        url.substring(0, colon).toLowerCase(Locale.ROOT),
        slash < 0 ? rest : rest.substring(0, slash),
        slash < 0 ? "" : rest.substring(slash));
  }

  /** Returns whether the connection is TLS. */
  public boolean secure() {
    return scheme.equals("tls") || scheme.equals("wss");
  }

  /** Returns whether the packets go in frames of WebSocket. */
  public boolean webSocket() {
    return scheme.startsWith("ws");
  }

  /** The host. */
  public String host() {
    return address.substring(0, address.lastIndexOf(':'));
  }

  @Override
  public String toString() {
    return scheme + "://" + address + path;
  }
}
