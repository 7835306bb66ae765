// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.coap.DtlsProfile;
import io.fleetload.hono.profile.Dtls;
import io.fleetload.hono.profile.HonoProfile;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.DtlsEndpointContext;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;

/** Californium's settings for a fleet of clients on one connector. */
final class FleetSettings {
  private static final int BLOCK = 1_024;
  private static final int LARGEST_BODY = 1_048_576;
  private static final int SPARE_PEERS = 1_000;

  /** A client must know again the few separate responses that are repeated, and nothing else. */
  private static final int REMEMBERED_OF_A_PEER = 8;

  private static final int JOBS = 500_000;

  private FleetSettings() {}

  static Configuration of(HonoProfile profile, int sessions) {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);
    coap(settings, sessions);
    dtls(settings, sessions, profile);
    return settings;
  }

  private static void coap(Configuration settings, int sessions) {
    settings.set(CoapConfig.MAX_ACTIVE_PEERS, sessions + SPARE_PEERS);
    settings.set(CoapConfig.MAX_PEER_INACTIVITY_PERIOD, 24, TimeUnit.HOURS);
    settings.set(CoapConfig.MAX_MESSAGE_SIZE, BLOCK);
    settings.set(CoapConfig.PREFERRED_BLOCK_SIZE, BLOCK);
    settings.set(CoapConfig.MAX_RESOURCE_BODY_SIZE, LARGEST_BODY);
    settings.set(CoapConfig.DEDUPLICATOR, CoapConfig.DEDUPLICATOR_PEERS_MARK_AND_SWEEP);
    settings.set(CoapConfig.PEERS_MARK_AND_SWEEP_MESSAGES, REMEMBERED_OF_A_PEER);
  }

  private static void dtls(Configuration settings, int sessions, HonoProfile profile) {
    Dtls wanted = profile.devices().dtls();
    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.CLIENT_ONLY);
    settings.set(DtlsConfig.DTLS_MAX_CONNECTIONS, sessions + SPARE_PEERS);
    settings.set(DtlsConfig.DTLS_STALE_CONNECTION_THRESHOLD, 24, TimeUnit.HOURS);
    // The loop reads the channels.
    settings.set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 0);
    settings.set(DtlsConfig.DTLS_MAX_PENDING_OUTBOUND_JOBS, JOBS);
    settings.set(DtlsConfig.DTLS_MAX_PENDING_INBOUND_JOBS, JOBS);
    // A message never opens a session; the engine does.
    settings.set(DtlsConfig.DTLS_DEFAULT_HANDSHAKE_MODE, DtlsEndpointContext.HANDSHAKE_MODE_NONE);
    settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false);
    settings.set(
        DtlsConfig.DTLS_CIPHER_SUITES,
        wanted.ciphers().stream().map(each -> CipherSuite.valueOf(each.name())).toList());
    settings.set(DtlsConfig.DTLS_CONNECTION_ID_LENGTH, wanted.connectionId() ? 0 : null);
    settings.set(
        DtlsConfig.DTLS_RETRANSMISSION_TIMEOUT,
        (int) (DtlsProfile.firstTimeoutNanos(profile) / 1_000_000),
        TimeUnit.MILLISECONDS);
    settings.set(DtlsConfig.DTLS_RETRANSMISSION_INIT_RANDOM, 1.0F);
    settings.set(DtlsConfig.DTLS_MAX_RETRANSMISSIONS, DtlsProfile.REPETITIONS);
  }
}
