// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.terminals;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.bench.contestant.PausedProgram;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The client of go-jt808's load test, {@code example/simulator/client}: a goroutine a terminal,
 * which writes a location that was encoded once, and reads answers without looking at them. It
 * never stops by itself, so it is stopped between its windows. What it did, the server's counters
 * say.
 */
public final class GoClient implements Contestant {
  private static final String ACKNOWLEDGED = "jt808_acknowledged_total ";
  private static final String AUTHENTICATIONS = "jt808_messages_total{id=\"0102\"} ";
  private static final long LONGEST_WAIT_SECONDS = 120;
  private static final long LOOK_NANOS = 100_000_000;

  /** Each of its timers fires at once when it goes on, and only then in its turn. */
  private static final long SETTLE_NANOS = 2_000_000_000;

  private static final int FIRST_ADDRESS = 8;

  private final String server;
  private final double rate;
  private final Path file;
  private final URI metrics;
  private final PausedProgram client = new PausedProgram();
  private int terminals;
  private int phones;
  private int starts;

  /**
   * A client without terminals.
   *
   * @param server host:port
   * @param rate locations a second of all terminals together, which gives each a period of whole
   *     seconds
   * @param metrics the server's page
   */
  public GoClient(String server, double rate, Path file, URI metrics) {
    this.server = server;
    this.rate = rate;
    this.file = file;
    this.metrics = metrics;
  }

  /** It is started anew with all terminals, and connects one a millisecond. */
  @Override
  public Deeds connect(int count, double perSecond) throws Exception {
    disconnect();
    terminals += count;
    long before = counter(AUTHENTICATIONS);
    client.start(
        List.of(
            file.toString(),
            "-addr=" + server,
            // A port that another one left a minute ago is not free on its address.
            "-ip=127.0.0." + (FIRST_ADDRESS + starts++),
            "-max=" + terminals,
            "-start=" + (phones + 1),
            "-lc=" + Math.max(1, Math.round(terminals / rate)),
            "-hc=0",
            "-blc=0",
            "-limit=0",
            "-lv=8"));
    phones += terminals;
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
    while (counter(AUTHENTICATIONS) - before < terminals && System.nanoTime() < until) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    LockSupport.parkNanos(SETTLE_NANOS);
    long connected = counter(AUTHENTICATIONS) - before;
    client.pause();
    return new Deeds(connected, terminals - connected, 0);
  }

  @Override
  public void beforeSending() throws Exception {
    client.goOn();
    LockSupport.parkNanos(SETTLE_NANOS);
  }

  @Override
  public Deeds send(double seconds) throws Exception {
    long before = counter(ACKNOWLEDGED);
    LockSupport.parkNanos(Math.round(seconds * 1e9));
    long acknowledged = counter(ACKNOWLEDGED) - before;
    client.pause();
    return new Deeds(acknowledged, 0, 0);
  }

  @Override
  public Optional<ProcessHandle> program() {
    return client.handle();
  }

  @Override
  public void disconnect() {
    client.end();
  }

  private long counter(String name) throws IOException {
    try (InputStream page = metrics.toURL().openStream()) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.substring(name.length())))
          .findFirst()
          .orElse(0);
    }
  }
}
