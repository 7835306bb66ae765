// SPDX-License-Identifier: EPL-2.0
package io.fleetload.post;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.driver.QueueReception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.LineClient;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** Reads the letters. */
final class PostBackend extends QueueReception<PostBackend.Line> {
  private static final int MOST_WAITING = 100_000;
  private static final long LONGEST_CATCH_UP_NANOS = 25_000_000_000L;

  private final PostProfile profile;
  private final LineClient office;
  private long answered = clock.nanos();
  private int pings;

  /** What the office said, at a time of the clock. */
  record Line(String text, long nanos) {}

  PostBackend(PostProfile profile, ArrivalBook book, BackendWatch watch, RunClock clock)
      throws TargetException {
    super(MOST_WAITING, book, watch, clock);
    this.profile = profile;
    try {
      office = new LineClient(TcpConnection.address(profile.target().server()), "READ", "OPEN");
    } catch (IOException e) {
      throw gone(e.getMessage());
    }
    office.read(text -> put(new Line(text, clock.nanos())));
  }

  private TargetException gone(String why) {
    return new TargetException("the post office: %s (target.server)".formatted(why));
  }

  @Override
  protected void pulse() {
    pings++;
    office.say("PING");
  }

  @Override
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    long until = clock.nanos() + LONGEST_CATCH_UP_NANOS;
    pulse();
    return look(() -> pings == 0, until, between)
        ? Optional.empty()
        : Optional.of(new BackendReading.Behind(profile.target().server(), null));
  }

  @Override
  protected void take(Line line) throws TargetException {
    answered = line.nanos();
    String[] words = line.text().split(" ", 3);
    switch (words[0]) {
      case "LETTER" -> letter(words[1], words[2], line.nanos());
      case "PONG" -> pings--;
      default -> throw gone("it ended the connection");
    }
  }

  private void letter(String device, String body, long nanos) {
    Optional<Stamp> found = Stamp.find(body.getBytes(StandardCharsets.US_ASCII));
    if (found.isEmpty()) {
      book.unstamped();
      return;
    }
    Stamp stamp = found.get();
    String sender = profile.devices().name(stamp.device());
    Set<Flaw> flaws = Flaw.of(!device.equals(sender), !body.equals(stamp.text()));
    noteArrival(book.arrived(stamp, clock.epochNanos(nanos)), stamp, flaws, nanos);
  }

  @Override
  public long answered() {
    return answered;
  }

  @Override
  public void close() {
    office.close();
  }
}
