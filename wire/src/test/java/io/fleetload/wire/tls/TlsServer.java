// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import io.fleetload.rig.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JDK's own TLS server. */
final class TlsServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TlsServer.class);

  private final SSLServerSocket socket;
  private final BlockingQueue<SSLSocket> accepted = new LinkedBlockingQueue<>();
  private final AtomicInteger signatures = new AtomicInteger();

  /**
   * A server with a certificate.
   *
   * @param clients authority of the clients' certificates that it wants; null for none
   */
  TlsServer(TestCertificate own, Path clients, String... versions)
      throws IOException, GeneralSecurityException {
    socket =
        (SSLServerSocket)
            context(own, clients)
                .getServerSocketFactory()
                .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
    socket.setNeedClientAuth(clients != null);
    if (versions.length > 0) {
      socket.setEnabledProtocols(versions);
    }
    Thread thread = new Thread(this::accept, "tls-server");
    thread.setDaemon(true);
    thread.start();
  }

  private SSLContext context(TestCertificate own, Path clients)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own.store(), TestCertificate.password());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore anchors = KeyStore.getInstance("PKCS12");
    anchors.load(null, null);
    if (clients != null) {
      try (InputStream in = Files.newInputStream(clients)) {
        anchors.setCertificateEntry(
            "clients", CertificateFactory.getInstance("X.509").generateCertificate(in));
      }
    }
    trust.init(anchors);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        new KeyManager[] {new CountingKeys((X509ExtendedKeyManager) keys.getKeyManagers()[0])},
        clients == null ? null : trust.getTrustManagers(),
        null);
    return context;
  }

  private void accept() {
    try {
      while (true) {
        SSLSocket next = (SSLSocket) socket.accept();
        Thread thread = new Thread(() -> serve(next), "tls-connection");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      LOG.debug("the server is closed", e);
    }
  }

  private void serve(SSLSocket next) {
    try {
      next.startHandshake();
      accepted.add(next);
    } catch (IOException e) {
      LOG.debug("no handshake", e);
      try {
        next.close();
      } catch (IOException closing) {
        LOG.debug("closing", closing);
      }
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** The next connection after its handshake. */
  SSLSocket accepted() throws InterruptedException {
    SSLSocket next = accepted.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no client completed a handshake");
    }
    return next;
  }

  /** Number of handshakes for which it needed its private key: those that resumed no session. */
  int signatures() {
    return signatures.get();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private final class CountingKeys extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager keys;

    CountingKeys(X509ExtendedKeyManager keys) {
      this.keys = keys;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      signatures.incrementAndGet();
      return keys.getPrivateKey(alias);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return keys.getCertificateChain(alias);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
      return keys.chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, java.net.Socket socket) {
      return keys.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return keys.getServerAliases(type, issuers);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return keys.getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, java.net.Socket socket) {
      return keys.chooseClientAlias(types, issuers, socket);
    }
  }
}
