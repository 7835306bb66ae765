// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import io.fleetload.process.UsageException;
import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * TLS of all connections of a loop. They share buffers, so that an idle connection has nothing but
 * its engine. They share one thread for handshakes, which would delay what is due on the loop's.
 */
public final class TlsClient {
  /** The largest record that the JDK's engine takes has 33,093 B; one of RFC 8446 has 16,645 B. */
  static final int MOST_RECORD_BYTES = 33_100;

  private static final int BUFFER_BYTES = 1 << 16;

  /** Both versions of TLS let a server send several tickets; the last one counts. */
  private static final int SESSIONS_A_DEVICE = 3;

  private static final long IDLE_SECONDS = 10;

  private final NioLoop loop;
  private final TlsSettings settings;
  private final SSLContext context;
  private final Executor handshakes;
  private final AtomicInteger engines = new AtomicInteger();
  private final ByteBuffer cipher = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ByteBuffer plain = ByteBuffer.allocate(MOST_RECORD_BYTES);
  private final ByteBuffer joint = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteBuffer flight = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteBuffer noData = ByteBuffer.allocate(MOST_RECORD_BYTES);
  private long full;
  private long resumed;

  /**
   * With a thread for handshakes, which ends when it is idle.
   *
   * @throws UsageException if a file of the settings cannot be read or holds something else
   */
  public TlsClient(NioLoop loop, TlsSettings settings) throws UsageException {
    this(loop, settings, oneThread());
  }

  /**
   * The same for devices that have certificates of their own; those of the settings do not count.
   *
   * @param settings with all devices resumable
   * @throws UsageException if a file of the settings cannot be read or holds something else
   */
  public TlsClient(NioLoop loop, TlsSettings settings, DeviceCertificates certificates)
      throws UsageException {
    this(
        loop,
        settings,
        oneThread(),
        settings.files().context(new CertificateOfEngine(certificates)));
  }

  TlsClient(NioLoop loop, TlsSettings settings, Executor handshakes) throws UsageException {
    this(loop, settings, handshakes, settings.files().context());
  }

  private TlsClient(NioLoop loop, TlsSettings settings, Executor handshakes, SSLContext context) {
    this.loop = loop;
    this.settings = settings;
    this.handshakes = handshakes;
    this.context = context;
    // The cache would keep 20,480 sessions, whatever the size of the fleet.
    context
        .getClientSessionContext()
        .setSessionCacheSize(Math.max(1, SESSIONS_A_DEVICE * settings.resumable()));
  }

  private static Executor oneThread() {
    ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread made = new Thread(task, "tls-handshakes");
              made.setDaemon(true);
              return made;
            });
    thread.allowCoreThreadTimeOut(true);
    return thread;
  }

  /** Layers of a device's connections. It resumes the sessions of its own connections only. */
  public Layer.Factory layers(int device) {
    return () -> new TlsLayer(this, device);
  }

  /** Number of handshakes so far that began a session. To be called on the loop's thread. */
  public long full() {
    return full;
  }

  /** Number of handshakes so far that resumed a session. To be called on the loop's thread. */
  public long resumed() {
    return resumed;
  }

  void count(boolean resumption) {
    if (resumption) {
      resumed++;
    } else {
      full++;
    }
  }

  /** An engine; the JDK finds a session to resume by host and port, so a device is a port to it. */
  SSLEngine engine(int device) {
    int port = settings.resumable() > 0 ? device : engines.incrementAndGet();
    SSLEngine engine = context.createSSLEngine(settings.serverName(), port);
    engine.setUseClientMode(true);
    engine.setSSLParameters(settings.on(engine.getSSLParameters()));
    return engine;
  }

  TlsSettings settings() {
    return settings;
  }

  NioLoop loop() {
    return loop;
  }

  Executor handshakes() {
    return handshakes;
  }

  /** Records on their way out, on the loop's thread. */
  ByteBuffer cipher() {
    return cipher.clear();
  }

  /** Contents of a record, on the loop's thread. */
  ByteBuffer plain() {
    return plain.clear();
  }

  /** A record that came in pieces, on the loop's thread. */
  ByteBuffer joint() {
    return joint.clear();
  }

  /** Records on their way out, on the thread of the handshakes. */
  ByteBuffer flight() {
    return flight.clear();
  }

  /** Room that the engine wants for data that no handshake has. */
  ByteBuffer noData() {
    return noData.clear();
  }
}
