package io.fleetload.simulator.coap;

import io.fleetload.profile.Phases;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.SystemConfig;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;

/** Californium's settings for a fleet of clients on one connector. */
final class CoapSettings {
  private static final int HANDSHAKE_REPETITIONS = 3;
  private static final int SPARE_PEERS = 1_000;
  private static final int REMEMBERED_PER_PEER = 8;
  private static final int JOBS = 500_000;

  private CoapSettings() {}

  static Configuration of(int devices, Phases.Connect connect) {
    CoapConfig.register();
    DtlsConfig.register();
    Configuration settings = Configuration.createStandardWithoutFile();
    settings.set(CoapConfig.MAX_ACTIVE_PEERS, devices + SPARE_PEERS);
    settings.set(CoapConfig.MAX_PEER_INACTIVITY_PERIOD, 24, TimeUnit.HOURS);
    // What a client must recognise as a repetition are the few separate responses; the default
    // would keep every one of them for minutes.
    settings.set(CoapConfig.DEDUPLICATOR, CoapConfig.DEDUPLICATOR_PEERS_MARK_AND_SWEEP);
    settings.set(CoapConfig.PEERS_MARK_AND_SWEEP_MESSAGES, REMEMBERED_PER_PEER);
    settings.set(SystemConfig.HEALTH_STATUS_INTERVAL, 0, TimeUnit.SECONDS);

    settings.set(DtlsConfig.DTLS_ROLE, DtlsConfig.DtlsRole.CLIENT_ONLY);
    settings.set(DtlsConfig.DTLS_MAX_CONNECTIONS, devices + SPARE_PEERS);
    settings.set(DtlsConfig.DTLS_RECEIVER_THREAD_COUNT, 0);
    settings.set(DtlsConfig.DTLS_STALE_CONNECTION_THRESHOLD, 24, TimeUnit.HOURS);
    settings.set(DtlsConfig.DTLS_USE_SERVER_NAME_INDICATION, false);
    settings.set(DtlsConfig.DTLS_MAX_PENDING_OUTBOUND_JOBS, JOBS);
    settings.set(DtlsConfig.DTLS_MAX_PENDING_INBOUND_JOBS, JOBS);
    settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, false);
    settings.setAsList(DtlsConfig.DTLS_CIPHER_SUITES, CipherSuite.TLS_PSK_WITH_AES_128_CCM_8);
    // The waits of a handshake double (RFC 6347, section 4.2.4.1): with three repetitions they sum
    // to 15 times the first, and that sum is the attempt's time.
    long first = connect.timeout().millis() / ((1 << (HANDSHAKE_REPETITIONS + 1)) - 1);
    settings.set(
        DtlsConfig.DTLS_RETRANSMISSION_TIMEOUT, (int) Math.max(1, first), TimeUnit.MILLISECONDS);
    settings.set(DtlsConfig.DTLS_MAX_RETRANSMISSIONS, HANDSHAKE_REPETITIONS);
    settings.set(DtlsConfig.DTLS_RETRANSMISSION_INIT_RANDOM, 1.0F);
    return settings;
  }
}
