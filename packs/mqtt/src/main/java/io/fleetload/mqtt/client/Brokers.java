// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.mqtt.profile.BrokerUrl;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.MqttTarget;
import io.fleetload.process.TargetException;
import io.fleetload.process.TlsFiles;
import io.fleetload.process.UsageException;
import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.tls.TlsClient;
import io.fleetload.wire.tls.TlsSettings;
import io.fleetload.wire.websocket.WebSocketClient;
import io.fleetload.wire.websocket.WebSocketSettings;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The brokers of a profile, as the connections of one loop reach them. */
public final class Brokers {
  private static final String SUBPROTOCOL = "mqtt";
  private static final String USUAL_PATH = "/mqtt";

  private final List<BrokerUrl> urls;
  private final List<TlsClient> tls = new ArrayList<>();
  private final List<WebSocketClient> webSockets = new ArrayList<>();

  /**
   * The brokers.
   *
   * @param clients number of the clients that reach them
   * @throws UsageException if a file of {@code target.tls} is of no use
   */
  public Brokers(MqttProfile profile, NioLoop loop, int clients) throws UsageException {
    MqttTarget target = profile.target();
    this.urls = target.brokers();
    TlsFiles files = target.tls() == null ? new TlsFiles(null, null) : target.tls().files();
    for (BrokerUrl each : urls) {
      tls.add(
          each.secure()
              ? new TlsClient(loop, new TlsSettings(files, each.host(), List.of(), clients))
              : null);
      webSockets.add(
          each.webSocket()
              ? new WebSocketClient(
                  new WebSocketSettings(
                      each.address(),
                      each.path().isEmpty() ? USUAL_PATH : each.path(),
                      SUBPROTOCOL,
                      Map.of()),
                  profile.run().seed())
              : null);
    }
  }

  /**
   * The addresses of a profile's brokers, in their order.
   *
   * @throws TargetException if a host is not known
   */
  public static List<InetSocketAddress> addresses(MqttProfile profile) throws TargetException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (BrokerUrl each : profile.target().brokers()) {
      addresses.add(TcpConnection.address(each.address(), "target.broker"));
    }
    return addresses;
  }

  /** The layers between a client's socket and its packets, the layer next to the socket first. */
  public List<Layer.Factory> layers(int client) {
    int broker = client % urls.size();
    List<Layer.Factory> layers = new ArrayList<>();
    if (tls.get(broker) != null) {
      layers.add(tls.get(broker).layers(client));
    }
    if (webSockets.get(broker) != null) {
      layers.add(webSockets.get(broker));
    }
    return layers;
  }
}
