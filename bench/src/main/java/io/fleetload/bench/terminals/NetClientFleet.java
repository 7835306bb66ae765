// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.terminals;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.jt808.wire.Frame;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.Version;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Terminals as one would write them with Vert.x: one event loop, a socket and a periodic timer
 * each. They keep no books but of what is not acknowledged.
 */
public final class NetClientFleet implements Contestant {
  private static final long LONGEST_WAIT_SECONDS = 120;
  private static final long LOOK_NANOS = 10_000_000;

  private final String host;
  private final int port;
  private final double rate;
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context loop = vertx.getOrCreateContext();
  private final NetClient client;
  private final FrameWriter writer = new FrameWriter();
  private final Frame frame = new Frame();
  private final List<NetClientTerminal> terminals = new ArrayList<>();
  private final List<Long> timers = new ArrayList<>();

  private final LongAdder sent = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();

  /**
   * A fleet without terminals.
   *
   * @param server host:port
   * @param source the address that they connect from
   * @param rate locations a second of all terminals together
   */
  public NetClientFleet(String server, String source, double rate) {
    int colon = server.lastIndexOf(':');
    this.host = server.substring(0, colon);
    this.port = Integer.parseInt(server.substring(colon + 1));
    this.rate = rate;
    this.client =
        vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true).setLocalAddress(source));
  }

  @Override
  public Deeds connect(int count, double perSecond) throws Exception {
    return counted(
        () -> {
          int first = terminals.size();
          long before = acknowledged.sum();
          onLoop(
              () -> {
                for (int i = 0; i < count; i++) {
                  String number = String.format(Locale.ROOT, "15%09d", first + i);
                  NetClientTerminal terminal =
                      new NetClientTerminal(Phone.of(Version.V2013, number), writer, frame, this);
                  terminals.add(terminal);
                  vertx.setTimer(1 + Math.round(i / perSecond * 1e3), due -> open(terminal));
                }
              });
          await(() -> acknowledged.sum() - before >= count);
        });
  }

  private void open(NetClientTerminal terminal) {
    client.connect(port, host).onSuccess(terminal::connected);
  }

  @Override
  public Deeds send(double seconds) throws Exception {
    return counted(
        () -> {
          onLoop(this::begin);
          LockSupport.parkNanos(Math.round(seconds * 1e9));
          onLoop(
              () -> {
                timers.forEach(vertx::cancelTimer);
                timers.clear();
              });
          await(() -> acknowledged.sum() == sent.sum());
        });
  }

  private void begin() {
    long period = Math.max(1, Math.round(terminals.size() / rate * 1e3));
    for (int i = 0; i < terminals.size(); i++) {
      NetClientTerminal terminal = terminals.get(i);
      long first = 1 + period * i / terminals.size();
      timers.add(vertx.setPeriodic(first, period, due -> terminal.sendLocation()));
    }
  }

  void sent() {
    sent.increment();
  }

  void acknowledged() {
    acknowledged.increment();
  }

  @Override
  public void disconnect() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  /** Work of another thread than the event loop. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  private Deeds counted(Work work) throws Exception {
    long sentBefore = sent.sum();
    long acknowledgedBefore = acknowledged.sum();
    work.run();
    long ok = acknowledged.sum() - acknowledgedBefore;
    return new Deeds(ok, sent.sum() - sentBefore - ok, 0);
  }

  private static void await(BooleanSupplier done) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
    while (!done.getAsBoolean() && System.nanoTime() < until) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void onLoop(Runnable work) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    loop.runOnContext(
        turn -> {
          work.run();
          done.countDown();
        });
    done.await();
  }
}
