// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.core.network.Exchange;
import org.eclipse.californium.core.server.MessageDeliverer;
import org.eclipse.californium.elements.DtlsEndpointContext;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.AlertMessage.AlertDescription;
import org.eclipse.californium.scandium.dtls.Handshaker;
import org.eclipse.californium.scandium.dtls.ResumingServerHandshaker;
import org.eclipse.californium.scandium.dtls.SessionAdapter;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedMultiPskStore;

/** A Californium server that confirms every message and remembers what came from where. */
public final class TestServer implements AutoCloseable {
  /** What came. */
  public record Received(String peer, int port, int bytes, String cipher) {}

  private final DTLSConnector connector;
  private final CoapEndpoint endpoint;
  private volatile IntConsumer onReceived = count -> {};
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(1);

  /** Every request in its order. */
  public final List<Received> received = new CopyOnWriteArrayList<>();

  /** Handshakes that wanted a new session. */
  public final AtomicInteger full = new AtomicInteger();

  /** Handshakes that wanted an earlier session back, whether they got it or not. */
  public final AtomicInteger resumed = new AtomicInteger();

  /** Peers that said goodbye. */
  public final AtomicInteger goodbyes = new AtomicInteger();

  /** A server for the sessions of a profile, with Californium's settings changed. */
  public TestServer(int sessions, Consumer<Configuration> change) throws Exception {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(CoapConfig.MAX_ACTIVE_PEERS, 100_000);
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);
    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.SERVER_ONLY);
    settings.set(DtlsConfig.DTLS_MAX_CONNECTIONS, 100_000);
    settings.set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 1);
    settings.set(DtlsConfig.DTLS_CONNECTOR_THREAD_COUNT, 1);
    change.accept(settings);
    DtlsConnectorConfig.Builder dtls = DtlsConnectorConfig.builder(settings);
    dtls.setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    dtls.setAdvancedPskStore(keys(sessions));
    dtls.setSessionListener(new Counting());
    connector = new DTLSConnector(dtls.build());
    connector.setAlertHandler(
        (peer, alert) -> {
          if (alert.getDescription() == AlertDescription.CLOSE_NOTIFY) {
            goodbyes.incrementAndGet();
          }
        });
    endpoint = CoapEndpoint.builder().setConfiguration(settings).setConnector(connector).build();
    endpoint.setExecutors(threads, threads);
    endpoint.setMessageDeliverer(new Confirming());
    endpoint.start();
  }

  /** Settings of a server that resumes no session, as Hono's adapter is set up. */
  public static void asHono(Configuration settings) {
    settings.set(DtlsConfig.DTLS_SERVER_USE_SESSION_ID, false);
  }

  /** Settings of a server that resumes sessions. */
  public static void resuming(Configuration settings) {
    settings.set(DtlsConfig.DTLS_SERVER_USE_SESSION_ID, true);
  }

  /** Settings of a server that knows its peers by connection ids. */
  public static void withIds(Configuration settings) {
    settings.set(DtlsConfig.DTLS_CONNECTION_ID_LENGTH, 6);
  }

  private static AdvancedMultiPskStore keys(int sessions) {
    DeviceKeys keys = new DeviceKeys(new HonoDevices.Psk("test"));
    AdvancedMultiPskStore store = new AdvancedMultiPskStore();
    for (int i = 0; i < sessions; i++) {
      store.setKey("device-" + i + "@T1", keys.of("device-" + i));
    }
    return store;
  }

  /** Where it listens. */
  public String address() {
    return "127.0.0.1:" + port();
  }

  /** The port that it listens on. */
  public int port() {
    return connector.getAddress().getPort();
  }

  /** Calls a listener with the number of requests so far, at each one. */
  public void onReceived(IntConsumer listener) {
    onReceived = listener;
  }

  /** A profile that has this server as its target. */
  public HonoProfile profile(String keys) throws Exception {
    return profile(address(), keys);
  }

  /** A profile that reaches this server at another address. */
  public HonoProfile profile(String address, String keys) throws Exception {
    return TestProfile.of(
        "run: { name: life }\ntenant: { id: T1 }\n"
            + "target: { kind: external, coap: \""
            + address
            + "\", kafka: \"127.0.0.1:1\", provision: false, maxPayload: 64000B }\n"
            + keys.replaceFirst("devices: \\{", "devices: { psk: { derivedFrom: test },"));
  }

  /** Forgets all sessions, as a server does that starts anew. */
  public void forgetSessions() {
    connector.clearConnectionState();
  }

  @Override
  public void close() {
    endpoint.destroy();
    threads.shutdownNow();
  }

  private final class Counting extends SessionAdapter {
    @Override
    public void handshakeCompleted(Handshaker handshaker) {
      boolean again = handshaker instanceof ResumingServerHandshaker;
      (again ? resumed : full).incrementAndGet();
    }
  }

  private final class Confirming implements MessageDeliverer {
    @Override
    public void deliverRequest(Exchange exchange) {
      Request request = exchange.getRequest();
      var context = request.getSourceContext();
      CipherSuite cipher = CipherSuite.getTypeByName(context.get(DtlsEndpointContext.KEY_CIPHER));
      received.add(
          new Received(
              context.getPeerIdentity().getName(),
              context.getPeerAddress().getPort(),
              request.getPayloadSize(),
              cipher.name()));
      onReceived.accept(received.size());
      exchange.sendResponse(new Response(CoAP.ResponseCode.CHANGED));
    }

    @Override
    public void deliverResponse(Exchange exchange, Response response) {
      // It asks nothing.
    }
  }
}
