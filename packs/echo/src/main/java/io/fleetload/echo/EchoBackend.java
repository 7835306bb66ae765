// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Flaw;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Receives what the devices sent, and commands those that asked; see {@link EchoServer}. */
final class EchoBackend implements BackendDriver {
  private static final int LOOK_MILLIS = 10;
  private static final long PULSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_CATCH_UP_NANOS = 25_000_000_000L;

  private final EchoProfile profile;
  private final RunClock clock;

  EchoBackend(EchoProfile profile, RunClock clock) {
    this.profile = profile;
    this.clock = clock;
  }

  @Override
  public Reception open(ArrivalBook book, BackendWatch watch) throws TargetException {
    Listening reception = new Listening(book, watch);
    try {
      for (int number = 0; number < profile.listeners(); number++) {
        EchoLines lines =
            new EchoLines(TcpConnection.address(profile.target().server()), LOOK_MILLIS);
        reception.listeners.add(lines);
        lines.listen(number);
      }
      return reception;
    } catch (IOException e) {
      reception.close();
      throw unreachable(e);
    }
  }

  private TargetException unreachable(IOException why) {
    return new TargetException(
        "the echo server at %s is not reachable: %s (target.server)"
            .formatted(profile.target().server(), why.getMessage()));
  }

  private final class Listening implements Reception {
    private final List<EchoLines> listeners = new ArrayList<>();
    private final ArrivalBook book;
    private final BackendWatch watch;

    /** The flows of the commands whose fate the server has not told, by number. */
    private final Map<Integer, String> pushed = new HashMap<>();

    private long answered = clock.nanos();
    private long asked = answered;
    private int unanswered;
    private boolean storeIsRead = !profile.store();

    Listening(ArrivalBook book, BackendWatch watch) {
      this.book = book;
      this.watch = watch;
    }

    @Override
    public void receive(BooleanSupplier stop, Runnable between) throws TargetException {
      try {
        while (!stop.getAsBoolean()) {
          look();
          between.run();
          if (clock.nanos() - asked >= PULSE_NANOS) {
            sync();
          }
        }
      } catch (IOException e) {
        throw unreachable(e);
      }
    }

    @Override
    public Optional<BackendBook.Behind> catchUp(Runnable between) throws TargetException {
      try {
        sync();
        long begun = clock.nanos();
        if (!storeIsRead) {
          first().say("STORED");
        }
        // The server answers each in the order in which it told: before this nothing is missing.
        while (unanswered > 0 || !pushed.isEmpty() || !storeIsRead) {
          look();
          between.run();
          if (clock.nanos() - begun > LONGEST_CATCH_UP_NANOS) {
            return Optional.of(new BackendBook.Behind(profile.target().server(), null));
          }
        }
        return Optional.empty();
      } catch (IOException e) {
        throw unreachable(e);
      }
    }

    private EchoLines first() {
      return listeners.get(0);
    }

    private void look() throws IOException {
      watch.looks(clock.nanos(), LOOK_MILLIS * 1_000_000L);
      for (int number = 0; number < listeners.size(); number++) {
        List<String> lines = listeners.get(number).next(number == 0);
        long now = clock.nanos();
        if (!lines.isEmpty()) {
          answered = now;
        }
        for (String line : lines) {
          take(number, line, now);
        }
      }
      watch.turnedToAll(clock.nanos());
    }

    private void take(int listener, String said, long now) throws IOException {
      String[] words = said.split(" ");
      switch (words[0]) {
        case "GOT" -> got(listener, rest(said), now);
        case "PUSHED" -> {
          Integer n = asked(words);
          if (n != null) {
            book.written(pushed.remove(n), n);
          }
        }
        case "GONE" -> {
          Integer n = asked(words);
          if (n != null) {
            book.writeFailed(pushed.remove(n), "gone");
          }
        }
        case "SYNCED" -> unanswered--;
        case "ROW" -> row(rest(said));
        case "END" -> storeIsRead = true;
        default -> {
          // It listens.
        }
      }
    }

    private static String rest(String said) {
      return said.substring(said.indexOf(' ') + 1);
    }

    /** The number of a command whose fate is not known yet; null of any other. */
    private Integer asked(String[] words) {
      try {
        int n = words.length < 2 ? -1 : Integer.parseInt(words[1]);
        return pushed.containsKey(n) ? n : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    private void row(String message) {
      Optional<Stamp> found = stamp(body(message));
      if (found.isEmpty()) {
        book.unstamped();
        return;
      }
      Stamp stamp = found.get();
      book.stored(stamp);
      flaws(message, stamp).forEach(flaw -> book.storedFlawed(stamp, flaw));
    }

    private void got(int listener, String message, long now) throws IOException {
      Optional<Stamp> found = stamp(body(message));
      if (found.isEmpty()) {
        book.unstamped();
        return;
      }
      Stamp stamp = found.get();
      long received = clock.epochNanos(now);
      Arrival arrival = book.arrived(stamp, received, listener);
      flaws(message, stamp).forEach(flaw -> book.flawed(stamp, flaw));
      if (arrival == Arrival.FIRST && stamp.period() == Period.MEASURED) {
        watch.turnedTo(now, clock.nanos());
      }
      if (arrival == Arrival.FIRST && listener == 0 && stamp.flow().equals(EchoProfile.ASK)) {
        pushed.put(stamp.n(), stamp.flow());
        Stamp command = stamp.with(new Stamp.Legs(0, received, clock.epochNanos(clock.nanos()), 0));
        String device = profile.devices().name(stamp.device());
        first().say("PUSH " + stamp.n() + " " + device + " " + command.text());
      }
    }

    /** How a message of a device, as the server tells it, differs from what was sent. */
    private List<Flaw> flaws(String message, Stamp stamp) {
      List<Flaw> flaws = new ArrayList<>();
      String body = body(message);
      String device = message.substring(0, message.length() - body.length()).strip();
      if (!device.equals(profile.devices().name(stamp.device()))) {
        flaws.add(Flaw.MISDELIVERED);
      }
      if (!body.equals(stamp.text())) {
        flaws.add(Flaw.ALTERED);
      }
      return flaws;
    }

    private static String body(String message) {
      return message.substring(message.indexOf(' ') + 1);
    }

    private static Optional<Stamp> stamp(String body) {
      return Stamp.find(body.getBytes(StandardCharsets.US_ASCII));
    }

    private void sync() throws IOException {
      asked = clock.nanos();
      for (EchoLines each : listeners) {
        unanswered++;
        each.say("SYNC");
      }
    }

    @Override
    public long answered() {
      return answered;
    }

    @Override
    public void close() {
      listeners.forEach(EchoLines::close);
    }
  }
}
