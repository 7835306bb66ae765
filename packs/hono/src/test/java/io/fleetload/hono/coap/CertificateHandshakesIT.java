// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.certificates.AuthorityFiles;
import io.fleetload.hono.certificates.DeviceAuthority;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.network.Exchange;
import org.eclipse.californium.scandium.dtls.CertificateType;
import org.eclipse.californium.scandium.dtls.cipher.CipherSuite;
import org.eclipse.californium.scandium.dtls.x509.SingleCertificateProvider;
import org.eclipse.californium.scandium.dtls.x509.StaticNewAdvancedCertificateVerifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.wildfly.security.x500.cert.X509CertificateBuilder;

/** Devices with certificates against a server that trusts their authority. */
class CertificateHandshakesIT {
  private static final long SECONDS = 120;

  /** The server is localhost by its certificate, and nobody else. */
  private static final String HOST = "localhost";

  @TempDir private Path directory;
  private final DeviceAuthority trusted = DeviceAuthority.make("wire", Instant.now());
  private final DeviceAuthority ofTheServer = DeviceAuthority.make("server", Instant.now());
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private KeyPair serverKey;
  private String trust;
  private CoapPeer server;
  private DeviceDriver fleet;

  @BeforeEach
  void makeTheServersCertificate() throws Exception {
    serverKey = KeyPairGenerator.getInstance("EC").generateKeyPair();
    new AuthorityFiles(directory).keep(trusted);
    new AuthorityFiles(directory).keep(ofTheServer);
    trust = "trust: '" + directory.resolve("server.pem") + "'";
  }

  @AfterEach
  void end() {
    if (fleet != null) {
      fleet.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CipherSuite.class,
      mode = Mode.MATCH_ALL,
      names = "TLS_ECDHE_ECDSA_WITH_AES_(128|256)_(CCM|CCM_8|GCM_SHA256|GCM_SHA384)")
  void aDeviceIsTheSubjectOfItsCertificateToTheServer(CipherSuite cipher) throws Exception {
    serve(cipher);
    begin(HOST, cipher, trust);

    for (int device : List.of(0, 2)) {
      assertThat(connected(device)).isEqualTo("opened");
      assertThat(sent(device)).isEqualTo("ok");
    }

    assertThat(seen).containsExactly("CN=device-0,O=wire", "CN=device-2,O=wire");
  }

  @Test
  void aDeviceThatComesBackHasANewSession() throws Exception {
    serve(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8);
    begin(HOST, trust);
    assertThat(connected(1)).isEqualTo("opened");
    fleet.loop().execute(() -> fleet.link(1).lose(Cause.Transport.DISCONNECTED));

    assertThat(connected(1)).isEqualTo("opened");
    assertThat(sent(1)).isEqualTo("ok");
  }

  @Test
  void aCertificateOfAnotherAuthorityOpensNoSession() throws Exception {
    serve(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8);
    new AuthorityFiles(directory).keep(DeviceAuthority.make("wire", Instant.now()));
    begin(HOST, trust);

    assertThat(connected(0)).isEqualTo("transport.handshake");
  }

  @Test
  void aServerThatIsNotTrustedIsSentNothing() throws Exception {
    serve(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8);
    begin(HOST, "trust: '" + directory.resolve("wire.pem") + "'");
    assertThat(connected(0)).isEqualTo("transport.handshake");
    fleet.close();

    // No authority of the Java platform's has issued its certificate either.
    begin(HOST, "trustAny: false");
    assertThat(connected(0)).isEqualTo("transport.handshake");
  }

  @Test
  void aServerOfAnotherNameIsNotTheAdapter() throws Exception {
    serve(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8);
    begin("127.0.0.1", trust);

    assertThat(connected(0)).isEqualTo("transport.handshake");
  }

  @Test
  void anyServerIsTheAdapterWhereTheProfileSaysSo() throws Exception {
    serve(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8);
    begin("127.0.0.1", "trustAny: true");

    assertThat(connected(0)).isEqualTo("opened");
    assertThat(sent(0)).isEqualTo("ok");
  }

  @Test
  void anAuthorityMaySignWithSha384AsPublicOnesDo() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(384);
    KeyPair large = generator.generateKeyPair();
    X509CertificateBuilder builder =
        new X509CertificateBuilder()
            .setIssuerDn(new X500Principal("CN=large"))
            .setSigningKey(large.getPrivate())
            .setSignatureAlgorithmName("SHA384withECDSA");
    X509Certificate authority =
        builder.setSubjectDn(new X500Principal("CN=large")).setPublicKey(large.getPublic()).build();
    X509Certificate issued =
        builder
            .setSubjectDn(new X500Principal("CN=" + HOST))
            .setPublicKey(serverKey.getPublic())
            .build();
    new AuthorityFiles(directory).keep(new DeviceAuthority("large", authority, large.getPrivate()));
    serve(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8, issued);
    begin(HOST, "trust: '" + directory.resolve("large.pem") + "'");

    assertThat(connected(0)).isEqualTo("opened");
  }

  private void serve(CipherSuite cipher) throws Exception {
    serve(cipher, ofTheServer.issue(HOST, serverKey.getPublic()));
  }

  private void serve(CipherSuite cipher, X509Certificate... chain) throws Exception {
    X509Certificate[] clients = {trusted.certificate()};
    server =
        CoapPeer.start(
            cipher,
            dtls ->
                dtls.setCertificateIdentityProvider(
                        new SingleCertificateProvider(serverKey.getPrivate(), chain))
                    .setAdvancedCertificateVerifier(
                        new StaticNewAdvancedCertificateVerifier(
                            clients, null, List.of(CertificateType.X_509))));
    server.answers(this::answer);
  }

  private void answer(Exchange exchange) {
    seen.add(exchange.getRequest().getSourceContext().getPeerIdentity().getName());
    exchange.sendResponse(new Response(CoAP.ResponseCode.CHANGED));
  }

  private void begin(String host, String trust) throws Exception {
    begin(host, CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8, trust);
  }

  private void begin(String host, CipherSuite cipher, String trust) throws Exception {
    Path file = directory.resolve("profile.yaml");
    Files.writeString(
        file,
        """
        run: { name: wire }
        target: { kind: external, coap: "%s:%d", kafka: "127.0.0.1:9", provision: false }
        tenant: { id: wire }
        devices:
          count: 3
          stack: californium
          x509: { directory: '%s', %s }
          dtls: { ciphers: [%s] }
        phases: { measure: 1s, connect: { timeout: 60s } }
        flows: { event: { rate: 1/s } }
        """
            .formatted(host, server.port(), directory, trust, cipher));
    HonoProfile profile = (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
    fleet = new HonoPack().describe(profile).devices(ShardDevices.all(3), RunClock.system());
  }

  private String connected(int device) throws Exception {
    Outcome outcome = new Outcome();
    fleet.loop().execute(() -> fleet.link(device).connect(outcome));
    return outcome.get(SECONDS, TimeUnit.SECONDS);
  }

  private String sent(int device) throws Exception {
    Outcome outcome = new Outcome();
    Message message =
        new Message("event", device, 0, null, null, "{}".getBytes(StandardCharsets.UTF_8));
    fleet.loop().execute(() -> fleet.link(device).send(message, outcome));
    return outcome.get(SECONDS, TimeUnit.SECONDS);
  }

  private static final class Outcome extends CompletableFuture<String>
      implements DeviceLink.Exchange {
    @Override
    public void opened(Set<String> traits) {
      complete("opened");
    }

    @Override
    public void succeeded(Inbound command) {
      complete("ok");
    }

    @Override
    public void failed(Cause cause) {
      complete(cause.key());
    }
  }
}
