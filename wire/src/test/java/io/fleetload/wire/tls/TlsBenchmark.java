// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.rig.JavaCommand;
import io.fleetload.rig.TestCertificate;
import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.OpenConnection;
import io.fleetload.wire.tls.TlsSettings.Version;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Costs of TLS: processor time of handshakes, heap of connections, lateness of due times. The
 * server is a process of its own; processor time is that of our two threads alone.
 */
@EnabledIfSystemProperty(named = "bench.connections", matches = "[0-9]+")
class TlsBenchmark {
  private static final int CONNECTIONS = Integer.getInteger("bench.connections", 1);
  private static final int ROUNDS = 3;
  private static final int HANDSHAKES = 100 * 16;
  private static final int AT_ONCE = 16;
  private static final int PACED_HANDSHAKES = 1_000;
  private static final int PACED_PER_SECOND = 100;

  @TempDir private Path directory;
  private TestCertificate own;
  private Process server;
  private InetSocketAddress address;
  private NioLoop loop;

  /** The server: it sends a byte to each client. */
  static final class Peer {
    private Peer() {}

    public static void main(String[] arguments) {
      boolean tls = arguments.length > 0;
      NetServerOptions options =
          new NetServerOptions().setHost("127.0.0.1").setAcceptBacklog(4_000);
      if (tls) {
        options
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions().setCertPath(arguments[0]).setKeyPath(arguments[0]));
      }
      var unused =
          Vertx.vertx()
              .createNetServer(options)
              .connectHandler(socket -> socket.write("."))
              .listen(0)
              .onSuccess(listening -> System.out.println(listening.actualPort()));
    }
  }

  @BeforeEach
  void start() throws Exception {
    own = TestCertificate.in(directory, "server", "san=ip:127.0.0.1");
    loop = OpenConnection.loop();
  }

  private void startServer(String... arguments) throws Exception {
    List<String> command = JavaCommand.begin();
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Peer.class.getName()));
    command.addAll(List.of(arguments));
    server = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String port = server.inputReader(StandardCharsets.UTF_8).readLine();
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  @AfterEach
  void stop() {
    server.destroy();
    loop.close();
  }

  private TlsClient client(int resumable, Executor handshakes, Version... versions)
      throws Exception {
    TlsFiles files = new TlsFiles(new PemFile("target.tls.authorities", own.pem()), null);
    TlsSettings settings = new TlsSettings(files, "127.0.0.1", List.of(versions), resumable);
    return new TlsClient(loop, settings, handshakes);
  }

  @Test
  void handshakes() throws Exception {
    startServer(own.pem().toString());
    ExecutorService thread = Executors.newSingleThreadExecutor();
    for (Version version : List.of(Version.TLS_1_3, Version.TLS_1_2)) {
      for (int resumable : new int[] {0, AT_ONCE}) {
        for (Executor each : List.of(thread, (Executor) Runnable::run)) {
          handshakes(client(resumable, each, version), version, each == thread ? thread : null);
        }
      }
    }
    thread.shutdown();
  }

  private void handshakes(TlsClient client, Version version, ExecutorService thread)
      throws Exception {
    List<Double> rates = new ArrayList<>();
    double loopMicros = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      long before = cpu(thread);
      long loopBefore = cpu(null);
      long fullBefore = client.full();
      CountDownLatch left = new CountDownLatch(HANDSHAKES);
      for (int i = 0; i < AT_ONCE; i++) {
        Layer.Factory layers = client.layers(i);
        int each = HANDSHAKES / AT_ONCE;
        new Repeats(loop, layers, address, each, left).begin();
      }
      assertThat(left.await(300, TimeUnit.SECONDS)).isTrue();
      if (round > 0) {
        rates.add(1e9 * HANDSHAKES / (cpu(thread) - before));
        loopMicros = (cpu(null) - loopBefore) / 1e3 / HANDSHAKES;
      } else {
        say(
            "(%s of %s handshakes of the first round were full)",
            client.full() - fullBefore, HANDSHAKES);
      }
    }
    rates.sort(null);
    say(
        "%s %s, on %s: %.0f handshakes a CPU s (%.0f to %.0f), %.0f us of each on the loop's thread",
        version,
        client.resumed() > 0 ? "resumed" : "full",
        thread == null ? "the loop's thread" : "a thread beside the loop",
        rates.get(ROUNDS / 2),
        rates.get(0),
        rates.get(ROUNDS - 1),
        loopMicros);
  }

  /** Processor time of the loop and of the other thread. */
  private long cpu(ExecutorService thread) throws Exception {
    CompletableFuture<Long> own = new CompletableFuture<>();
    loop.execute(() -> own.complete(ownCpu()));
    return own.get() + (thread == null ? 0 : thread.submit(TlsBenchmark::ownCpu).get());
  }

  private static long ownCpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @Test
  void heap() throws Exception {
    startServer();
    heap("plain", device -> new Layer.Factory[0]);
    server.destroy();
    startServer(own.pem().toString());
    TlsClient full = client(0, Runnable::run);
    heap("TLS 1.3", device -> new Layer.Factory[] {full.layers(device)});
    TlsClient resumable = client(CONNECTIONS, Runnable::run);
    heap(
        "TLS 1.3 with a session to resume",
        device -> new Layer.Factory[] {resumable.layers(device)});
    TlsClient old = client(0, Runnable::run, Version.TLS_1_2);
    heap("TLS 1.2", device -> new Layer.Factory[] {old.layers(device)});
  }

  private void heap(String what, java.util.function.IntFunction<Layer.Factory[]> layers)
      throws Exception {
    // Classes and caches.
    OpenConnection first = new OpenConnection(loop, layers.apply(0)).to(address);
    first.received(1);
    OpenConnection[] all = new OpenConnection[CONNECTIONS];
    long before = used();
    for (int i = 0; i < CONNECTIONS; i++) {
      all[i] = new OpenConnection(loop, layers.apply(i)).to(address);
      all[i].received(1);
    }
    long after = used();
    for (OpenConnection each : all) {
      each.close();
    }
    say(
        "%s: %s B of heap a connection, with the test's own listener",
        what, (after - before) / CONNECTIONS);
  }

  @Test
  void lateness() throws Exception {
    startServer(own.pem().toString());
    ExecutorService thread = Executors.newSingleThreadExecutor();
    for (int round = 0; round < 2; round++) {
      for (Executor each : List.of(thread, (Executor) Runnable::run)) {
        TlsClient client = client(0, each);
        long[] late = late(client);
        say(
            "%s handshakes/s on %s: a due time is late by %.2f ms (median), %.2f ms (p99)",
            PACED_PER_SECOND,
            each == thread ? "a thread beside the loop" : "the loop's thread",
            late[late.length / 2] / 1e6,
            late[late.length * 99 / 100] / 1e6);
      }
    }
    thread.shutdown();
  }

  private long[] late(TlsClient client) throws Exception {
    List<Long> late = new ArrayList<>();
    long begun = System.nanoTime();
    loop.execute(() -> tick(late, System.nanoTime() + 1_000_000));
    CountDownLatch left = new CountDownLatch(PACED_HANDSHAKES);
    for (int i = 0; i < PACED_HANDSHAKES; i++) {
      long due = begun + i * TimeUnit.SECONDS.toNanos(1) / PACED_PER_SECOND;
      while (System.nanoTime() < due) {
        java.util.concurrent.locks.LockSupport.parkNanos(due - System.nanoTime());
      }
      new Repeats(loop, client.layers(i), address, 1, left).begin();
    }
    left.await();
    CompletableFuture<long[]> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          long[] sorted = late.stream().mapToLong(each -> each).sorted().toArray();
          late.clear();
          late.add(null);
          done.complete(sorted);
        });
    return done.get();
  }

  /** Looks every millisecond how late it is. */
  private void tick(List<Long> late, long due) {
    if (late.size() == 1 && late.get(0) == null) {
      return;
    }
    late.add(System.nanoTime() - due);
    long next = due + 1_000_000;
    long now = System.nanoTime();
    long then = Math.max(next, now);
    loop.after(then - now, () -> tick(late, then));
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
