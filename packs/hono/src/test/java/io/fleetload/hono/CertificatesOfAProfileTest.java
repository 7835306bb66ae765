// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.profile.Dtls.CipherSuite;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.X509;
import io.fleetload.pack.Target;
import io.fleetload.rig.Golden;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices that have certificates, and the mistakes that one can make with them. */
class CertificatesOfAProfileTest {
  private static final String X509 = "stack: californium, x509: { directory: certificates }";

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private static String devices(String more) {
    return good("count: 50", "count: 50, " + more);
  }

  private void refused(String devices, String key, String... what) {
    profiles.refused(devices(devices), "FILE:3: " + key, what);
  }

  @Test
  void theyHaveNoKeysAndTheCipherThatCoapMakesMandatory() throws Exception {
    HonoDevices devices = profiles.read(devices(X509)).devices();

    assertThat(devices.x509().directory()).hasToString("certificates");
    assertThat(devices.x509().directory().path()).isEqualTo(directory.resolve("certificates"));
    assertThat(devices.x509().trust()).isNull();
    assertThat(devices.x509().trustAny()).isFalse();
    assertThat(devices.psk()).isNull();
    assertThat(devices.dtls().ciphers())
        .containsExactly(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8);
    assertThat(profiles.read(Profiles.GOOD).devices().dtls().ciphers())
        .containsExactly(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8);
  }

  @Test
  void theOwnStackKnowsNone() {
    refused("x509: { directory: certificates }", "devices.x509", "devices.stack");
  }

  @Test
  void devicesOfMqttAndHttpNeedAnAdapterWithTlsAndItsTrust() throws Exception {
    String mqtt = "protocol: mqtt, x509: { directory: d }";
    String external =
        "target: { kind: external, mqtt: 'h:1', kafka: 'h:2', mongodb: 'mongodb://h' }\n";
    HonoProfile profile = profiles.read(devices(mqtt));

    assertThat(profile.registry().credentials().password()).isNull();
    profiles.refused(devices(mqtt) + external, "FILE:8: target.mqtt", "tls://");
    profiles.read(devices(mqtt) + external.replace("'h:1'", "'tls://h:1'"));
    refused(
        "protocol: http, x509: { directory: d, trustAny: true }", "devices.x509", "target.trust");
    assertThat(ready(mqtt))
        .contains("target.trust='/tmp/it''s/coap.pem'", "target.mqtt=tls://127.0.0.1:5")
        .noneMatch(each -> each.startsWith("devices."));
  }

  @Test
  void aDeviceHasACertificateOrAKey() {
    refused(X509 + ", psk: { derivedFrom: secret }", "devices.x509", "devices.psk");
  }

  @Test
  void trustIsOneOfTwo() {
    refused(
        "stack: californium, x509: { directory: certificates, trust: a.pem, trustAny: true }",
        "devices.x509.trustAny",
        "devices.x509.trust");
  }

  @Test
  void aCipherSuiteIsForKeysOrForCertificates() {
    refused(
        X509 + ", dtls: { ciphers: [TLS_PSK_WITH_AES_128_CCM_8] }",
        "devices.dtls.ciphers[0]",
        "\"TLS_PSK_WITH_AES_128_CCM_8\"",
        "devices.x509");
    refused(
        "dtls: { ciphers: [TLS_PSK_WITH_AES_128_CCM, TLS_ECDHE_ECDSA_WITH_AES_128_CCM] }",
        "devices.dtls.ciphers[1]",
        "\"TLS_ECDHE_ECDSA_WITH_AES_128_CCM\"",
        "devices.x509");
  }

  @Test
  void whatIsMadeOfAKeyIsRefused() {
    String text =
        devices(X509)
            + "registry: { credentials: { password: sha-256, former: 1, notBefore:"
            + " \"2026-01-01T00:00:00Z\" } }\n";

    profiles.refused(
        text,
        "FILE:8: registry.credentials.former\nFILE:8: registry.credentials.password",
        "devices.psk",
        "devices.x509");
  }

  @Test
  void anEmbeddedAdaptersCertificateIsTrustedUnlessTheProfileSaysOtherwise() throws Exception {
    assertThat(ready(X509)).contains("devices.x509.trust='/tmp/it''s/coap.pem'");
    assertThat(ready("stack: californium, x509: { directory: d, trust: other.pem }"))
        .noneMatch(each -> each.startsWith("devices."));
    assertThat(ready("stack: californium, x509: { directory: d, trustAny: true }"))
        .noneMatch(each -> each.startsWith("devices."));
    assertThat(ready("stack: californium")).noneMatch(each -> each.startsWith("devices."));
  }

  private List<String> ready(String devices) throws Exception {
    Target target = new HonoPack().describe(profiles.read(devices(devices))).target();
    return target
        .launch()
        .ready(
            Map.of(
                "coap",
                "127.0.0.1:1",
                "mqtt",
                "127.0.0.1:5",
                "coapCertificate",
                "/tmp/it's/coap.pem",
                "kafka",
                "127.0.0.1:2",
                "mongodb",
                "mongodb://127.0.0.1:3",
                "database",
                "hono",
                "http",
                "http://127.0.0.1:4"))
        .overrides();
  }

  @Test
  void aSessionThatCannotBeOpenedNamesWhatToLookAt() throws Exception {
    HonoProfile profile = profiles.read(devices(X509));

    String line =
        new HonoPack()
            .describe(profile)
            .unreachable(ShardDevices.all(50), Cause.Transport.HANDSHAKE);
    assertThat(line)
        .contains("device-0@tload", "127.0.0.1:5684", "10s", "provisioning")
        .contains("devices.x509.trust", "target.coap", "tenant.id", "devices.id", "devices.x509");
    Golden.of("run").holds("no session of a device with a certificate", line);
  }
}
