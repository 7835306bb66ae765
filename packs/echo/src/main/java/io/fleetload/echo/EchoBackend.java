// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.driver.QueueReception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.LineClient;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Receives what the devices sent, and commands those that asked; see {@link EchoServer}. */
final class EchoBackend extends QueueReception<EchoBackend.Line> {
  private static final int MOST_WAITING = 100_000;
  private static final long LONGEST_CATCH_UP_NANOS = 25_000_000_000L;

  private final EchoProfile profile;
  private final EchoBodies bodies;
  private final List<LineClient> listeners = new ArrayList<>();

  /** The commands that the server has not said the fate of, as {@code flow/number}. */
  private final Set<String> pushed = new HashSet<>();

  private long answered = clock.nanos();
  private int unanswered;
  private boolean storeIsRead;

  /** A line of the server to a listener, at a time of the clock; empty where it ends. */
  record Line(int listener, String text, long nanos) {}

  /** Connects; once it is made, the server says each message to all listeners. */
  EchoBackend(EchoProfile profile, ArrivalBook book, BackendWatch watch, RunClock clock)
      throws TargetException, UsageException {
    super(MOST_WAITING, book, watch, clock);
    this.profile = profile;
    this.bodies = new EchoBodies(profile);
    bodies.read();
    this.storeIsRead = !profile.store();
    for (int number = 0; number < profile.listeners(); number++) {
      int listener = number;
      listen(listener).read(line -> put(new Line(listener, line, clock.nanos())));
    }
  }

  private LineClient listen(int number) throws TargetException {
    try {
      var server = TcpConnection.address(profile.target().server());
      listeners.add(new LineClient(server, "LISTEN " + number, "OK"));
      return listeners.get(number);
    } catch (IOException e) {
      close();
      throw unreachable(e.getMessage());
    }
  }

  private TargetException unreachable(String why) {
    return new TargetException(
        "the echo server at %s is not reachable: %s (target.server)"
            .formatted(profile.target().server(), why));
  }

  /** The server answers each behind all that it said before. */
  @Override
  protected void pulse() {
    unanswered += listeners.size();
    listeners.forEach(each -> each.say("SYNC"));
  }

  @Override
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    long until = clock.nanos() + LONGEST_CATCH_UP_NANOS;
    pulse();
    if (!storeIsRead) {
      listeners.get(0).say("STORED");
    }
    return look(() -> unanswered == 0 && pushed.isEmpty() && storeIsRead, until, between)
        ? Optional.empty()
        : Optional.of(new BackendReading.Behind(profile.target().server(), null));
  }

  @Override
  protected void take(Line line) throws TargetException {
    answered = line.nanos();
    String[] words = line.text().split(" ", 3);
    String last = words[words.length - 1];
    switch (words[0]) {
      case "GOT", "ROW" -> message(line, words[words.length / 2], last);
      case "PUSHED" -> {
        if (pushed.remove(last)) {
          String[] command = last.split("/");
          book.written(command[0], Integer.parseInt(command[1]));
        }
      }
      case "GONE" -> {
        if (pushed.remove(last)) {
          book.writeFailed(last.split("/")[0], "gone");
        }
      }
      case "SYNCED" -> unanswered--;
      case "END" -> storeIsRead = true;
      default -> throw unreachable("it ended the connection");
    }
  }

  private void message(Line line, String device, String body) {
    Optional<Stamp> found = Stamp.find(body.getBytes(StandardCharsets.UTF_8));
    if (found.isEmpty()) {
      book.unstamped();
      return;
    }
    Stamp stamp = found.get();
    String sender = profile.devices().name(stamp.device());
    Set<Flaw> flaws = Flaw.of(!device.equals(sender), !bodies.made(body, sender, stamp));
    if (line.text().startsWith("ROW")) {
      book.stored(stamp);
      flaws.forEach(flaw -> book.storedFlawed(stamp, flaw));
      return;
    }
    long received = clock.epochNanos(line.nanos());
    boolean first =
        noteArrival(book.arrived(stamp, received, line.listener()), stamp, flaws, line.nanos());
    if (first
        && line.listener() == 0
        && profile.flows().get(stamp.flow()) instanceof EchoProfile.Ask) {
      String command = stamp.flow() + "/" + stamp.n();
      pushed.add(command);
      Stamp says = stamp.with(new Stamp.Legs(0, received, clock.epochNanos(clock.nanos()), 0));
      listeners.get(0).say("PUSH " + command + " " + sender + " " + says.text());
    }
  }

  @Override
  public long answered() {
    return answered;
  }

  @Override
  public void close() {
    listeners.forEach(LineClient::close);
  }
}
