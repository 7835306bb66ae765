// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.coap;

import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;

/** Californium's settings of a server for a small fleet. The server notes every message. */
final class ServerSettings {
  private static final int SPARE_PEERS = 100;

  /**
   * Room on the socket for the datagrams that a fleet sends in some seconds, which a starved server
   * finds there.
   */
  private static final int RECEIVE_BUFFER_BYTES = 4 << 20;

  private ServerSettings() {}

  static Configuration forFleet(int devices) {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(CoapConfig.MAX_ACTIVE_PEERS, devices + SPARE_PEERS);
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);
    settings.set(DtlsConfig.DTLS_RECEIVE_BUFFER_SIZE, RECEIVE_BUFFER_BYTES);
    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.SERVER_ONLY);
    settings.set(DtlsConfig.DTLS_MAX_CONNECTIONS, devices + SPARE_PEERS);
    settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false);
    settings.setAsList(DtlsConfig.DTLS_CIPHER_SUITES, CipherSuite.TLS_PSK_WITH_AES_128_CCM_8);
    // One thread a stage: a message's way through the server is the same at every moment.
    settings.set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 1);
    settings.set(DtlsConfig.DTLS_CONNECTOR_THREAD_COUNT, 1);
    return settings;
  }
}
