// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.server;

import io.fleetload.bench.contestant.ContestantClient;
import io.fleetload.bench.fleet.HonoLoad;
import io.fleetload.hono.californium.ServerKeys;
import io.fleetload.hono.coap.AnswerTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.CoapServer;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Option;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.coap.option.IntegerOptionDefinition;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.core.network.Exchange;
import org.eclipse.californium.core.server.MessageDeliverer;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;

/**
 * Answers every request with 2.04, and with the time as Hono's adapter does; ends when its standard
 * input does.
 */
public final class BenchServer {
  private static final int PEERS = 200_000;
  private static final int SOCKET_BUFFER = 4 << 20;
  private static final IntegerOptionDefinition TIME =
      new IntegerOptionDefinition(AnswerTime.OPTION, "Server-Time", true);

  private BenchServer() {}

  /** Prints the port when it is ready. */
  public static void main(String[] arguments) throws IOException {
    ContestantClient.logWarningsOnly();
    Configuration settings = settings();
    DtlsConnectorConfig dtls =
        DtlsConnectorConfig.builder(settings)
            .setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .setAdvancedPskStore(new ServerKeys(HonoLoad.SECRET))
            .build();
    CoapEndpoint endpoint =
        CoapEndpoint.builder()
            .setConfiguration(settings)
            .setConnector(new DTLSConnector(dtls))
            .build();
    CoapServer server = new CoapServer(settings);
    server.addEndpoint(endpoint);
    server.setMessageDeliverer(new AlwaysChanged());
    server.start();
    System.out.println("port " + endpoint.getAddress().getPort());
    while (System.in.read() >= 0) {
      // The program that started it holds the other end.
    }
    server.destroy();
    System.exit(0);
  }

  private static Configuration settings() {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(CoapConfig.MAX_ACTIVE_PEERS, PEERS);
    // It would keep every exchange for four minutes: gigabytes at these rates.
    settings.set(CoapConfig.DEDUPLICATOR, CoapConfig.NO_DEDUPLICATOR);
    settings.set(CoapConfig.PROTOCOL_STAGE_THREAD_COUNT, 1);
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);
    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.SERVER_ONLY);
    settings.set(DtlsConfig.DTLS_MAX_CONNECTIONS, PEERS);
    settings.set(DtlsConfig.DTLS_STALE_CONNECTION_THRESHOLD, 1, TimeUnit.SECONDS);
    settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false);
    settings.setAsList(DtlsConfig.DTLS_CIPHER_SUITES, CipherSuite.TLS_PSK_WITH_AES_128_CCM_8);
    settings.set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 1);
    settings.set(DtlsConfig.DTLS_CONNECTOR_THREAD_COUNT, 1);
    settings.set(DtlsConfig.DTLS_RECEIVE_BUFFER_SIZE, SOCKET_BUFFER);
    settings.set(DtlsConfig.DTLS_SEND_BUFFER_SIZE, SOCKET_BUFFER);
    return settings;
  }

  private static final class AlwaysChanged implements MessageDeliverer {
    @Override
    public void deliverRequest(Exchange exchange) {
      Response response = new Response(CoAP.ResponseCode.CHANGED);
      if (exchange.getRequest().getOptions().getUriQuery().contains(AnswerTime.QUERY)) {
        response.getOptions().addOption(new Option(TIME, System.currentTimeMillis()));
      }
      exchange.sendResponse(response);
    }

    @Override
    public void deliverResponse(Exchange exchange, Response response) {
      // A server that asks nothing is answered nothing.
    }
  }
}
