// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.hono.californium.ServerKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.californium.core.CoapServer;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.MessageObserverAdapter;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.core.network.Exchange;
import org.eclipse.californium.core.network.interceptors.MessageInterceptorAdapter;
import org.eclipse.californium.core.network.serialization.UdpDataSerializer;
import org.eclipse.californium.core.server.MessageDeliverer;
import org.eclipse.californium.elements.EndpointContext;
import org.eclipse.californium.elements.RawData;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;

/** Californium's server, made to do what a test wants. */
final class CoapPeer implements AutoCloseable {
  private final CoapServer server;
  private final CoapEndpoint endpoint;
  private final DTLSConnector connector;
  private final List<byte[]> received = new CopyOnWriteArrayList<>();
  private final AtomicInteger toLose = new AtomicInteger();
  private volatile Consumer<Exchange> answers;

  private CoapPeer(CipherSuite cipher, Consumer<DtlsConnectorConfig.Builder> identity)
      throws IOException {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);
    settings.set(CoapConfig.MAX_RESOURCE_BODY_SIZE, 8_192);
    settings.set(CoapConfig.PREFERRED_BLOCK_SIZE, 512);
    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.SERVER_ONLY);
    settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false);
    settings.setAsList(DtlsConfig.DTLS_CIPHER_SUITES, cipher);
    DtlsConnectorConfig.Builder dtls =
        DtlsConnectorConfig.builder(settings)
            .setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    identity.accept(dtls);
    connector = new DTLSConnector(dtls.build());
    endpoint = CoapEndpoint.builder().setConfiguration(settings).setConnector(connector).build();
    endpoint.addInterceptor(new Losses());
    server = new CoapServer(settings);
    server.addEndpoint(endpoint);
    server.setMessageDeliverer(new Answers());
  }

  /** With keys that are derived from {@code wire}. */
  static CoapPeer start() throws IOException {
    return start(
        CipherSuite.TLS_PSK_WITH_AES_128_CCM_8,
        dtls -> dtls.setAdvancedPskStore(new ServerKeys("wire")));
  }

  /** With what a test says. */
  static CoapPeer start(CipherSuite cipher, Consumer<DtlsConnectorConfig.Builder> identity)
      throws IOException {
    CoapPeer peer = new CoapPeer(cipher, identity);
    peer.server.start();
    return peer;
  }

  int port() {
    return endpoint.getAddress().getPort();
  }

  /** How requests are answered from now on; null for 2.04. */
  void answers(Consumer<Exchange> how) {
    answers = how;
  }

  /** So many requests are lost on their way. */
  void loses(int count) {
    toLose.set(count);
  }

  /** Sends a 2.04 in a message of its own. */
  void answer(Exchange exchange, int messageId, byte... token) {
    Response response = new Response(CoAP.ResponseCode.CHANGED);
    response.setType(CoAP.Type.NON);
    response.setMID(messageId);
    response.setToken(token);
    EndpointContext to = exchange.getRequest().getSourceContext();
    connector.send(
        RawData.outbound(new UdpDataSerializer().getByteArray(response), to, null, false));
  }

  /** Ends the session that a request came by, and says so to the device. */
  void endSession(Exchange exchange) {
    connector.close(exchange.getRequest().getSourceContext().getPeerAddress());
  }

  /** The bodies that arrived, each once. */
  List<byte[]> received() {
    return received;
  }

  @Override
  public void close() {
    server.destroy();
  }

  /** Completes a future when the peer acknowledges a message. */
  static final class Acknowledged extends MessageObserverAdapter {
    private final CompletableFuture<Void> done;

    Acknowledged(CompletableFuture<Void> done) {
      this.done = done;
    }

    @Override
    public void onAcknowledgement() {
      done.complete(null);
    }
  }

  private final class Answers implements MessageDeliverer {
    @Override
    public void deliverRequest(Exchange exchange) {
      Request request = exchange.getRequest();
      received.add(request.getPayload());
      Consumer<Exchange> how = answers;
      if (how == null) {
        exchange.sendResponse(new Response(CoAP.ResponseCode.CHANGED));
      } else {
        how.accept(exchange);
      }
    }

    @Override
    public void deliverResponse(Exchange exchange, Response response) {
      throw new IllegalStateException("it asks nothing");
    }
  }

  private final class Losses extends MessageInterceptorAdapter {
    @Override
    public void receiveRequest(Request request) {
      if (toLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        request.setCanceled(true);
      }
    }
  }
}
