// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.terminal.TerminalFleet;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.TcpFleet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Terminal 0 of a fleet, as the engine has it: all calls are made on the fleet's thread. */
public final class Fleet implements AutoCloseable {
  public static final RunId RUN = new RunId(0x1f);
  public static final long BEFORE_IT_CONNECTED = 1;

  public final Outcomes outcomes = new Outcomes();
  final AtomicInteger unexpectedAnswers = new AtomicInteger();
  final Jt808Profile profile;
  private final BlockingQueue<Inbound> inbound = new LinkedBlockingQueue<>();
  private final RunClock clock = RunClock.system();
  private final TcpFleet<?> terminals;

  private Fleet(Jt808Profile profile) throws Exception {
    this.profile = profile;
    terminals = TerminalFleet.start(profile, ShardDevices.all(profile.devices().count()), clock);
    terminals.listen(
        new DeviceDriver.Listener() {
          @Override
          public void ended(int session) {
            outcomes.add("session " + session + " ended");
          }

          @Override
          public void unexpectedAnswer(int session) {
            unexpectedAnswers.incrementAndGet();
          }

          @Override
          public void received(Inbound command) {
            inbound.add(command);
          }
        });
  }

  /** The fleet of a profile. */
  public static Fleet with(Jt808Profile profile) throws Exception {
    return new Fleet(profile);
  }

  /**
   * A fleet of three terminals.
   *
   * @param devices further keys of {@code devices}, each behind a comma
   * @param location keys of {@code flows.location} behind its rate, each behind a comma
   */
  public static Fleet of(String server, String devices, String location) throws Exception {
    return of(server, devices, location, "");
  }

  /** The same with further sections of the profile. */
  static Fleet of(String server, String devices, String location, String sections)
      throws Exception {
    return new Fleet(
        Profiles.of(
            """
            target: { server: "%s", nats: "nats://127.0.0.1:1", commands: c }
            devices: { count: 3%s }
            phases: { measure: 10s }
            flows:
              heartbeat: { every: 20s }
              location: { rate: 3/s%s }
              alert: { rate: 3/s }
            %s
            """
                .formatted(server, devices, location, sections)));
  }

  public static Fleet of(String server) throws Exception {
    return of(server, "", "");
  }

  /** Makes calls of the link. */
  public void call(java.util.function.Consumer<DeviceLink> calls) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    terminals
        .loop()
        .execute(
            () -> {
              try {
                calls.accept(terminals.link(0));
                done.complete(null);
              } catch (RuntimeException e) {
                done.completeExceptionally(e);
              }
            });
    done.get(Platform.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  void connect() throws Exception {
    call(link -> link.connect(outcomes.of("session")));
  }

  /** Connects and is let in. */
  public Platform.Line open(Platform platform) throws Exception {
    connect();
    Platform.Line line = platform.accept();
    line.admit("41");
    if (!"session opened".equals(outcomes.next())) {
      throw new AssertionError("not let in");
    }
    return line;
  }

  /** Sends a message of a flow that is due now. */
  public void send(String flow, int n) throws Exception {
    call(link -> link.send(message(flow, n, now(), null), outcomes.of(flow + " " + n)));
  }

  /** Sends a location and gives it up before an answer can be there. */
  public void sendAndGiveUp(int n) throws Exception {
    DeviceLink.Exchange given = outcomes.of("given up");
    call(
        link -> {
          link.send(message("location", n, now(), null), given);
          link.abandon(given);
        });
  }

  /**
   * Sends locations that are due together, from number 0 on.
   *
   * @param due in ns since the epoch, or {@link #BEFORE_IT_CONNECTED}
   */
  public void sendTogether(int count, long due) throws Exception {
    call(
        link -> {
          for (int n = 0; n < count; n++) {
            link.send(message("location", n, due, null), outcomes.of("location " + n));
          }
        });
  }

  public void reply(Inbound command) throws Exception {
    Stamp asked = command.stamp();
    String flow = Jt808Flow.replies(asked.flow());
    Stamp stamp = new Stamp(RUN, flow, asked.period(), 0, asked.n(), now(), now(), asked.legs());
    Message reply = new Message(flow, 0, asked.n(), stamp, command, new byte[0]);
    call(link -> link.send(reply, outcomes.of("reply")));
  }

  Message message(String flow, int n, long due, Inbound answers) {
    Stamp stamp = new Stamp(RUN, flow, Period.MEASURED, 0, n, due, now());
    return new Message(flow, 0, n, stamp, answers, new byte[0]);
  }

  public long now() {
    return clock.epochNanos(clock.nanos());
  }

  public Inbound command() throws InterruptedException {
    return inbound.poll(Platform.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Tasks on the fleet's thread that threw. */
  public long faults() {
    return terminals.loop().faults();
  }

  @Override
  public void close() {
    terminals.close();
  }
}
