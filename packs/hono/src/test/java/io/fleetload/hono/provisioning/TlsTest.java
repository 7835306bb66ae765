// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry behind TLS, with certificates that the JDK's own tool makes. */
class TlsTest {
  private static final String PASSWORD = "changeit";

  private final MongoServer server = new MongoServer(new MemoryBackend());

  @TempDir private Path directory;

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  /** Serves with a certificate for that name; returns its PEM file. */
  private Path serve(String name) throws Exception {
    Path file = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=registry",
                "-ext",
                "san=" + name,
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    keytool.getInputStream().readAllBytes();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = new FileInputStream(file.toFile())) {
      store.load(in, PASSWORD.toCharArray());
    }
    PrivateKey key = (PrivateKey) store.getKey("server", PASSWORD.toCharArray());
    X509Certificate certificate = (X509Certificate) store.getCertificate("server");
    server.enableSsl(key, null, certificate);
    return Files.write(
        directory.resolve("server.pem"),
        List.of(
            pem("CERTIFICATE", certificate.getEncoded()), pem("PRIVATE KEY", key.getEncoded())));
  }

  private static String pem(String label, byte[] content) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----"
        .formatted(label, Base64.getMimeEncoder().encodeToString(content), label);
  }

  private OneRun run(String options) {
    return new OneRun("mongodb://127.0.0.1:" + server.bind().getPort() + "/?" + options);
  }

  /** With that at the end of the only line. */
  private static void assertRefused(OneRun run, String end) {
    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said).singleElement().asString().endsWith(end);
  }

  @Test
  void aServerOfATrustedAuthorityIsUsed() throws Exception {
    Path pem = serve("ip:127.0.0.1");
    OneRun run = run("tls=true").with("target.mongodbTls={ca: '%s'}".formatted(pem));

    assertThat(run.apply()).as(run.said::toString).isZero();
  }

  @Test
  void anIdentityOfOurOwnIsTaken() throws Exception {
    Path pem = serve("ip:127.0.0.1");
    OneRun run =
        run("tls=true").with("target.mongodbTls={ca: '%s', certificate: '%s'}".formatted(pem, pem));

    assertThat(run.apply()).as(run.said::toString).isZero();
  }

  @Test
  void anUnknownAuthorityIsOneLine() throws Exception {
    serve("ip:127.0.0.1");
    OneRun run = run("tls=true");

    assertRefused(
        run,
        "is not reachable (target.mongodb): its certificate comes from no authority that we"
            + " trust (target.mongodbTls.ca)");
  }

  @Test
  void aCertificateForAnotherHostIsOneLine() throws Exception {
    Path pem = serve("dns:elsewhere.example.org");
    OneRun run = run("tls=true").with("target.mongodbTls={ca: '%s'}".formatted(pem));

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).endsWith("its certificate is for another host");
  }

  @Test
  void aServerWithoutTlsIsOneLine() {
    OneRun run = run("tls=true");

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said).hasSize(1);
    assertThat(run.lastSaid()).contains("is not reachable (target.mongodb): ");
  }

  @Test
  void aClientWithoutTlsIsOneLine() throws Exception {
    serve("ip:127.0.0.1");
    OneRun run = run("");

    assertRefused(run, "it closed the connection; does it want TLS (tls=true)?");
  }

  /** As servers of TLS 1.3 do that want a certificate of the client: the handshake is over then. */
  @Test
  void aServerThatHangsUpAfterTheHandshakeIsOneLine() throws Exception {
    Path pem = serve("ip:127.0.0.1");
    try (SSLServerSocket hangingUp = hangingUp()) {
      OneRun run =
          new OneRun("mongodb://127.0.0.1:" + hangingUp.getLocalPort() + "/?tls=true")
              .with("target.mongodbTls={ca: '%s'}".formatted(pem));

      assertRefused(
          run,
          "it closed the connection; does it want a certificate of ours"
              + " (target.mongodbTls.certificate)?");
    }
  }

  private SSLServerSocket hangingUp() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    try (InputStream in = new FileInputStream(directory.resolve("store.p12").toFile())) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      keys.init(store, PASSWORD.toCharArray());
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLServerSocket entry =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              while (!entry.isClosed()) {
                try (SSLSocket client = (SSLSocket) entry.accept()) {
                  client.startHandshake();
                } catch (IOException e) {
                  // It was closed, or the client went away first.
                }
              }
            },
            "hanging-up");
    thread.setDaemon(true);
    thread.start();
    return entry;
  }

  @Test
  void aFileThatHoldsNoCertificateIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("ca.pem"), "nothing");
    OneRun run = run("tls=true").with("target.mongodbTls={ca: '%s'}".formatted(file));

    assertThat(run.apply()).isEqualTo(2);
    assertThat(run.said)
        .containsExactly("target.mongodbTls.ca: " + file + " holds no PEM certificate");
  }

  @Test
  void theConnectionStringMayStandInAFile() throws Exception {
    String uri = "mongodb://127.0.0.1:" + server.bind().getPort();
    Path file = Files.writeString(directory.resolve("uri"), uri + "\n");
    OneRun run = new OneRun(null).with("target.mongodbFile=" + file);

    assertThat(run.apply()).as(run.said::toString).isZero();

    OneRun missing = new OneRun(null).with("target.mongodbFile=" + directory.resolve("none"));
    assertThat(missing.apply()).isEqualTo(2);
    assertThat(missing.lastSaid())
        .startsWith("target.mongodbFile: ")
        .endsWith("cannot be read (NoSuchFileException)");
  }
}
