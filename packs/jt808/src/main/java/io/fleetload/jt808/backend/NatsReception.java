// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.QueueReception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.jt808.command.CommandRequests;
import io.fleetload.jt808.command.PublishedMessages;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Jt808Target;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.format.ExitCode;
import io.fleetload.stamp.Stamp;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.api.ServerInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Reception of the platform's messages, as they come. One thread makes all calls; NATS has another.
 */
final class NatsReception extends QueueReception<NatsReception.ArrivedMessage>
    implements PublishedMessages.Listener {

  /** So many messages may wait here, and as many in the client; bounds the memory. */
  private static final int MOST_WAITING = 500_000;

  private static final long MOST_WAITING_BYTES = 256L << 20;
  private static final long LONGEST_CATCH_UP_NANOS = 25_000_000_000L;
  private static final long LONGEST_COMMANDS_NANOS = StopTimes.COMMANDS.toNanos();

  /** A platform has published everything when it is quiet so long, whatever it says before. */
  private static final long QUIET_NANOS = 2_000_000_000L;

  private final Jt808Profile profile;
  private final Connection connection;
  private final Losses losses;
  private final Store store;
  private final PublishedMessages published;
  private final CommandRequests commands;
  private final String pulse;
  private long answered;

  /** False while the store alone is read. */
  private boolean asksNats = true;

  private long lastMessage;
  private long taking;
  private long pulses;
  private long pulsesBack;

  /** A message and when it came, monotonic time in ns. */
  record ArrivedMessage(Message message, long nanos) {}

  NatsReception(
      Jt808Profile profile,
      Connection connection,
      Losses losses,
      ArrivalBook book,
      BackendWatch watch,
      RunClock clock,
      Store store) {
    super(MOST_WAITING, book, watch, clock);
    this.profile = profile;
    this.connection = connection;
    this.losses = losses;
    this.store = store;
    this.published = new PublishedMessages(profile, book.runId());
    this.pulse = connection.createInbox();
    this.commands = new CommandRequests(profile, connection, book, clock);
    this.answered = clock.nanos();
    this.lastMessage = answered;
  }

  /**
   * Subscribes; what the platform publishes afterwards is received.
   *
   * @throws TargetException if NATS does not answer
   * @throws InterruptedException if the thread was interrupted
   */
  void begin() throws TargetException, InterruptedException {
    Dispatcher dispatcher =
        connection.createDispatcher(message -> put(new ArrivedMessage(message, clock.nanos())));
    dispatcher.setPendingLimits(MOST_WAITING, MOST_WAITING_BYTES);
    PublishedMessages.SUBJECTS.forEach(dispatcher::subscribe);
    dispatcher.subscribe(pulse);
    commands.subscribe(dispatcher);
    try {
      connection.flush(Duration.ofSeconds(5));
    } catch (TimeoutException e) {
      throw unreachable(losses.tooLarge().orElse("it does not answer"));
    }
  }

  private TargetException unreachable(String why) {
    return new TargetException(
        "NATS at %s is not reachable: %s (target.nats)".formatted(profile.target().nats(), why));
  }

  /** The same once the run goes on. */
  private TargetException gone(String why) {
    return new TargetException(
        ExitCode.TARGET_GONE,
        "NATS at %s failed during the run: %s (target.nats)"
            .formatted(profile.target().nats(), why));
  }

  @Override
  public String source() {
    return "NATS at " + profile.target().nats();
  }

  @Override
  public String described() {
    ServerInfo nats = connection.getServerInfo();
    return profile
        .target()
        .described(
            nats.getServerName().equals(Jt808Target.STAND_IN)
                ? Jt808Target.STAND_IN
                : "nats-server " + nats.getVersion(),
            store.described());
  }

  @Override
  public List<String> remarks() {
    return store.remarks();
  }

  @Override
  public void receive(BooleanSupplier until, Runnable between)
      throws TargetException, InterruptedException {
    while (!until.getAsBoolean()) {
      if (isClosed()) {
        throw gone("it does not let the backend in any more");
      }
      if (losses.tooLarge().isPresent()) {
        throw gone(losses.tooLarge().get());
      }
      look(between);
    }
  }

  @Override
  public Optional<BackendReading.Behind> catchUp(Runnable between)
      throws TargetException, InterruptedException {
    if (isClosed()) {
      return Optional.of(behind());
    }
    long begun = clock.nanos();
    if (profile.target().commands() != null) {
      commands.flush();
    }
    pulse();
    // The platform's last word is no proof: it may publish what it took before afterwards.
    long settled = begun;
    while (pulsesBack < pulses
        || isOpen(begun)
        || (!losses.happened() && clock.nanos() - Math.max(settled, lastMessage) < QUIET_NANOS)) {
      look(between);
      if (isOpen(begun)) {
        settled = clock.nanos();
      }
      if (clock.nanos() - begun > LONGEST_CATCH_UP_NANOS) {
        return Optional.of(pulsesBack < pulses ? behind() : stillComing());
      }
    }
    commands.giveUp();
    if (losses.happened()) {
      return Optional.of(behind());
    }
    commands.end();
    asksNats = false;
    return store.read(between);
  }

  /** The client gives up where its login is refused after it was accepted. */
  private boolean isClosed() {
    return connection.getStatus() == Connection.Status.CLOSED;
  }

  private BackendReading.Behind behind() {
    return new BackendReading.Behind(losses.with(source()), null);
  }

  /** Returns whether the platform may still say what came of a request. */
  private boolean isOpen(long begun) {
    return commands.open() > 0 && clock.nanos() - begun <= LONGEST_COMMANDS_NANOS;
  }

  private BackendReading.Behind stillComing() {
    return new BackendReading.Behind(source(), BackendReading.Behind.STILL_COMING);
  }

  @Override
  protected void take(ArrivedMessage each) {
    answered = Math.max(answered, each.nanos);
    String subject = each.message.getSubject();
    if (subject.equals(pulse)) {
      // Those that a lost connection took with it never come.
      pulsesBack = ByteBuffer.wrap(each.message.getData()).getLong();
    } else if (!commands.take(each.message, clock.epochNanos(each.nanos))) {
      lastMessage = each.nanos;
      taking = each.nanos;
      published.read(subject, each.message.getData(), clock.epochNanos(each.nanos), this);
    }
  }

  @Override
  public void unstamped() {
    book.unstamped();
  }

  @Override
  public void foreign() {
    book.foreign();
  }

  @Override
  public void location(Stamp stamp) {
    long received = clock.epochNanos(taking);
    boolean first = noteArrival(book.arrived(stamp, received), stamp, List.of(), taking);
    if (first && profile.flows().get(stamp.flow()) instanceof Jt808Flow.Alert) {
      commands.request(stamp, received);
    }
  }

  @Override
  protected void pulse() {
    pulses++;
    connection.publish(pulse, ByteBuffer.allocate(Long.BYTES).putLong(pulses).array());
  }

  @Override
  public long answered() {
    return asksNats ? answered : clock.nanos();
  }

  @Override
  public void close() {
    store.close();
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
