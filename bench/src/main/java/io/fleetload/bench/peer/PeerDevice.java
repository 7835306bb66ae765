// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.eclipse.californium.core.CoapClient;
import org.eclipse.californium.core.CoapHandler;
import org.eclipse.californium.core.coap.MediaTypeRegistry;
import org.eclipse.californium.core.coap.MessageObserver;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedSinglePskStore;

/** One device of the peer: its own endpoint, its own connector, its own socket and receiver. */
final class PeerDevice {
  private final CoapEndpoint endpoint;
  private final CoapClient client;
  private final byte[] payload;

  PeerDevice(
      String identity,
      byte[] key,
      String uri,
      byte[] payload,
      Configuration settings,
      ScheduledExecutorService executor,
      ScheduledThreadPoolExecutor secondary)
      throws IOException {
    DtlsConnectorConfig dtls =
        DtlsConnectorConfig.builder(settings)
            .setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .setAdvancedPskStore(new AdvancedSinglePskStore(identity, key))
            .build();
    DTLSConnector connector = new DTLSConnector(dtls);
    connector.setExecutor(executor);
    this.endpoint =
        CoapEndpoint.builder().setConfiguration(settings).setConnector(connector).build();
    endpoint.setExecutors(executor, secondary);
    this.client = new CoapClient(uri);
    this.payload = payload;
    client.setExecutors(executor, secondary, true);
    client.setEndpoint(endpoint);
    endpoint.start();
  }

  void post(CoapHandler handler, MessageObserver observer) {
    Request request = Request.newPost();
    request.getOptions().setContentFormat(MediaTypeRegistry.APPLICATION_OCTET_STREAM);
    request.setPayload(payload);
    request.setURI(client.getURI());
    request.addMessageObserver(observer);
    client.advanced(handler, request);
  }

  void close() {
    client.shutdown();
    endpoint.destroy();
  }
}
