// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.updates;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.bench.contestant.PausedProgram;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Another load tool, with so many users in a closed model. It runs all the time, so that it is
 * warm, and is stopped between its windows. What it did, the server's counter says.
 */
public final class LoadTool implements Contestant {
  private static final long LONGEST_WAIT_SECONDS = 60;
  private static final long LOOK_NANOS = 100_000_000;
  private static final long SETTLE_NANOS = 500_000_000;

  private final Command command;
  private final URI count;
  private final PausedProgram program = new PausedProgram();

  /** The command line that starts the tool. */
  @FunctionalInterface
  public interface Command {
    /** Program and arguments, for so many users. */
    List<String> of(int users) throws IOException;
  }

  /**
   * A tool that was not started.
   *
   * @param base the server's URL
   */
  public LoadTool(Command command, String base) {
    this.command = command;
    this.count = URI.create(base + UpdateServer.COUNT);
  }

  /** Starts it; all users are there as soon as it sends anything. */
  @Override
  public Deeds connect(int users, double perSecond) throws Exception {
    long before = updates();
    program.start(command.of(users));
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
    while (updates() - before < users && System.nanoTime() < until) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    long updates = updates() - before;
    program.pause();
    return new Deeds(updates, 0, 0);
  }

  @Override
  public void beforeSending() throws Exception {
    program.goOn();
    LockSupport.parkNanos(SETTLE_NANOS);
  }

  @Override
  public Deeds send(double seconds) throws Exception {
    long before = updates();
    LockSupport.parkNanos(Math.round(seconds * 1e9));
    long updates = updates() - before;
    program.pause();
    return new Deeds(updates, 0, 0);
  }

  @Override
  public Optional<ProcessHandle> program() {
    return program.handle();
  }

  @Override
  public void disconnect() {
    program.end();
  }

  private long updates() throws IOException {
    try (InputStream page = count.toURL().openStream()) {
      return Long.parseLong(new String(page.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
