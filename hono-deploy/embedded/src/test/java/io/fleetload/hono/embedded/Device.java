// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.CoapClient;
import org.eclipse.californium.core.CoapHandler;
import org.eclipse.californium.core.CoapResponse;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.MediaTypeRegistry;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.exception.ConnectorException;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedSinglePskStore;

/** One device with a plain Californium client over DTLS with a pre-shared key. */
final class Device implements AutoCloseable {

  static {
    CoapConfig.register();
    DtlsConfig.register();
  }

  private final CoapClient client = new CoapClient();
  private final CoapEndpoint endpoint;
  private final String base;

  Device(String address, String identity, String key, long timeoutMillis) throws IOException {
    Configuration configuration = Configuration.createStandardWithoutFile();
    DtlsConnectorConfig dtls =
        DtlsConnectorConfig.builder(configuration)
            .set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.CLIENT_ONLY)
            .set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 1)
            .set(DtlsConfig.DTLS_CONNECTOR_THREAD_COUNT, 1)
            .set(DtlsConfig.DTLS_RETRANSMISSION_TIMEOUT, 1_000, TimeUnit.MILLISECONDS)
            .set(DtlsConfig.DTLS_MAX_RETRANSMISSIONS, 3)
            .setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .setAdvancedPskStore(
                new AdvancedSinglePskStore(identity, key.getBytes(StandardCharsets.UTF_8)))
            .build();
    endpoint =
        CoapEndpoint.builder()
            .setConfiguration(configuration)
            .setConnector(new DTLSConnector(dtls))
            .build();
    base = "coaps://" + address + "/";
    client.setEndpoint(endpoint);
    client.setTimeout(timeoutMillis);
  }

  /** Posts JSON; null when nothing came back in time. */
  CoapResponse post(String path, CoAP.Type type, String json)
      throws ConnectorException, IOException {
    return client.advanced(request(path, type, json));
  }

  /** Posts JSON without waiting for what is under way already. */
  CompletableFuture<CoapResponse> posted(String path, String json) {
    CompletableFuture<CoapResponse> answer = new CompletableFuture<>();
    client.advanced(
        new CoapHandler() {
          @Override
          public void onLoad(CoapResponse response) {
            answer.complete(response);
          }

          @Override
          public void onError() {
            answer.completeExceptionally(new IllegalStateException("no response"));
          }
        },
        request(path, CoAP.Type.CON, json));
    return answer;
  }

  private Request request(String path, CoAP.Type type, String json) {
    Request request = new Request(CoAP.Code.POST, type);
    request.setURI(base + path);
    request.setPayload(json);
    request.getOptions().setContentFormat(MediaTypeRegistry.APPLICATION_JSON);
    return request;
  }

  @Override
  public void close() {
    client.shutdown();
    endpoint.destroy();
  }
}
