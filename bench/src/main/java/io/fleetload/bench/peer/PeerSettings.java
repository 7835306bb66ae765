// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.peer;

import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;

/**
 * The settings of Californium's own benchmark client (cf-extplugtest-client, BenchmarkClient), as
 * far as they concern CoAP over DTLS.
 */
final class PeerSettings {
  private static final int SOCKET_BUFFER = 8_192;

  private PeerSettings() {}

  static Configuration ofOneClient() {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(CoapConfig.MAX_RESOURCE_BODY_SIZE, 8_192);
    settings.set(CoapConfig.MAX_MESSAGE_SIZE, 1_024);
    settings.set(CoapConfig.PREFERRED_BLOCK_SIZE, 1_024);
    settings.set(CoapConfig.MAX_ACTIVE_PEERS, 10);
    settings.set(CoapConfig.PEERS_MARK_AND_SWEEP_MESSAGES, 16);
    settings.set(CoapConfig.DEDUPLICATOR, CoapConfig.DEDUPLICATOR_PEERS_MARK_AND_SWEEP);
    settings.set(CoapConfig.MAX_PEER_INACTIVITY_PERIOD, 24, TimeUnit.HOURS);
    settings.set(CoapConfig.PROTOCOL_STAGE_THREAD_COUNT, 1);
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);
    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.CLIENT_ONLY);
    settings.set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 1);
    settings.set(DtlsConfig.DTLS_MAX_CONNECTIONS, 10);
    settings.set(DtlsConfig.DTLS_MAX_RETRANSMISSIONS, 2);
    settings.set(DtlsConfig.DTLS_AUTO_HANDSHAKE_TIMEOUT, null, TimeUnit.SECONDS);
    settings.set(DtlsConfig.DTLS_CONNECTION_ID_LENGTH, 0);
    settings.set(DtlsConfig.DTLS_RECEIVE_BUFFER_SIZE, SOCKET_BUFFER);
    settings.set(DtlsConfig.DTLS_SEND_BUFFER_SIZE, SOCKET_BUFFER);
    settings.set(DtlsConfig.DTLS_REMOVE_STALE_DOUBLE_PRINCIPALS, false);
    settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false);
    settings.setAsList(DtlsConfig.DTLS_CIPHER_SUITES, CipherSuite.TLS_PSK_WITH_AES_128_CCM_8);
    return settings;
  }
}
