// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.fleetload.rig.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry behind TLS, with certificates that sign themselves. */
class TlsTest {
  /** The driver tries a server that refuses it until then. */
  private static final String SOON = "serverSelectionTimeoutMS=2000";

  private final MongoServer server = new MongoServer(new MemoryBackend());

  @TempDir private Path directory;
  private TestCertificate own;

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  /** Serves with a certificate for that name; returns its PEM file. */
  private Path serve(String name) throws Exception {
    own = TestCertificate.in(directory, "registry", "san=" + name);
    server.enableSsl(own.key(), null, own.certificate());
    return own.pem();
  }

  private OneRun run(String options) {
    return new OneRun("mongodb://127.0.0.1:" + server.bind().getPort() + "/?" + options);
  }

  private OneRun refusedRun(String options) {
    return run(SOON + "&" + options);
  }

  /** With a golden case of that name, in an only line with those values. */
  private static void assertRefused(OneRun run, String name, String... values) {
    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said).singleElement().asString().contains(values);
    run.holds(name);
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
    OneRun run = refusedRun("tls=true");

    assertRefused(
        run,
        "a certificate of an authority that is not trusted",
        "(target.mongodb)",
        "(target.mongodbTls.ca)");
  }

  @Test
  void aCertificateForAnotherHostIsOneLine() throws Exception {
    Path pem = serve("dns:elsewhere.example.org");
    OneRun run = refusedRun("tls=true").with("target.mongodbTls={ca: '%s'}".formatted(pem));

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("certificate");
    run.holds("a certificate for another host");
  }

  @Test
  void aServerWithoutTlsIsOneLine() {
    OneRun run = refusedRun("tls=true");

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said).hasSize(1);
    assertThat(run.lastSaid()).contains("is not reachable (target.mongodb): ");
  }

  @Test
  void aClientWithoutTlsIsOneLine() throws Exception {
    serve("ip:127.0.0.1");
    OneRun run = refusedRun("");

    assertRefused(run, "a server that wants TLS", "(tls=true)");
  }

  /** As servers of TLS 1.3 do that want a certificate of the client: the handshake is over then. */
  @Test
  void aServerThatHangsUpAfterTheHandshakeIsOneLine() throws Exception {
    Path pem = serve("ip:127.0.0.1");
    try (SSLServerSocket hangingUp = hangingUp()) {
      OneRun run =
          new OneRun("mongodb://127.0.0.1:" + hangingUp.getLocalPort() + "/?tls=true&" + SOON)
              .with("target.mongodbTls={ca: '%s'}".formatted(pem));

      assertRefused(
          run, "a server that wants a certificate of ours", "(target.mongodbTls.certificate)");
    }
  }

  private SSLServerSocket hangingUp() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own.store(), TestCertificate.password());
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
        .singleElement()
        .asString()
        .startsWith("target.mongodbTls.ca: " + file + " ");
    run.holds("a file that is no certificate");
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
        .endsWith("cannot be read (there is no such file or directory)");
  }
}
