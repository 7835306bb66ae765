// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.californium.elements.RawData;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.SingleNodeConnectionIdGenerator;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedMultiPskStore;

/** Californium's DTLS server as the independent peer; it echoes, and closes when told to. */
final class ScandiumServer implements AutoCloseable {
  static final String IDENTITY = "device-0@tenant";
  static final String KEY = "a key that both know";
  static final String CLOSE = "close";

  private final DTLSConnector connector;
  volatile InetSocketAddress lastPeer;

  private ScandiumServer(DtlsConnectorConfig config) throws IOException {
    connector = new DTLSConnector(config);
    connector.setRawDataReceiver(this::receive);
    connector.start();
  }

  static ScandiumServer start(Consumer<DtlsConnectorConfig.Builder> more) throws IOException {
    DtlsConfig.register();
    DtlsConnectorConfig.Builder config =
        DtlsConnectorConfig.builder(Configuration.createStandardWithoutFile())
            .set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.SERVER_ONLY)
            .set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false)
            .setAsList(
                DtlsConfig.DTLS_CIPHER_SUITES,
                org.eclipse.californium.scandium.dtls.cipher.CipherSuite.TLS_PSK_WITH_AES_128_CCM_8)
            .set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 1)
            .set(DtlsConfig.DTLS_CONNECTOR_THREAD_COUNT, 1)
            .set(DtlsConfig.DTLS_SERVER_USE_SESSION_ID, true)
            // Nothing is lost, so nothing is sent again, however slow the machine is.
            .set(DtlsConfig.DTLS_RETRANSMISSION_TIMEOUT, 60, TimeUnit.SECONDS)
            .set(DtlsConfig.DTLS_MAX_RETRANSMISSIONS, 6)
            .setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    AdvancedMultiPskStore keys = new AdvancedMultiPskStore();
    keys.setKey(IDENTITY, KEY.getBytes(StandardCharsets.UTF_8));
    config.setAdvancedPskStore(keys);
    more.accept(config);
    return new ScandiumServer(config.build());
  }

  static ScandiumServer start() throws IOException {
    return start(config -> {});
  }

  static void withConnectionIds(DtlsConnectorConfig.Builder config) {
    config.setConnectionIdGenerator(new SingleNodeConnectionIdGenerator(6));
  }

  InetSocketAddress address() {
    return connector.getAddress();
  }

  private void receive(RawData data) {
    lastPeer = data.getInetSocketAddress();
    if (new String(data.getBytes(), StandardCharsets.UTF_8).equals(CLOSE)) {
      connector.close(lastPeer);
    } else {
      connector.send(RawData.outbound(data.getBytes(), data.getEndpointContext(), null, false));
    }
  }

  @Override
  public void close() {
    connector.destroy();
  }
}
