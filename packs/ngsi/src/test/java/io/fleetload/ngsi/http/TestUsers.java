// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.Feeders;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A fleet's first connection, as the engine has it: all calls are made on the fleet's thread. */
final class TestUsers implements AutoCloseable {
  static final RunId RUN = new RunId(0x1f);
  static final long PATIENCE_SECONDS = 120;

  final NgsiFleet fleet;
  final AtomicInteger unexpectedAnswers = new AtomicInteger();
  private volatile boolean losesWhatFails;
  private final RunClock clock = RunClock.system();
  private final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
  private final BlockingQueue<Inbound> inbound = new LinkedBlockingQueue<>();
  private final BlockingQueue<long[]> parts = new LinkedBlockingQueue<>();
  private final BlockingQueue<long[]> bytes = new LinkedBlockingQueue<>();
  private final Map<String, DeviceLink.Exchange> exchanges = new HashMap<>();

  private TestUsers(NgsiProfile profile) throws Exception {
    fleet = NgsiFleet.start(profile, ShardDevices.all(profile.sessions()), clock, Feeders.NONE);
    fleet.listen(
        new DeviceDriver.Listener() {
          @Override
          public void ended(int session) {
            outcomes.add("session " + session + " ended");
          }

          @Override
          public void unexpectedAnswer(int session) {
            unexpectedAnswers.incrementAndGet();
          }
        });
  }

  static NgsiProfile profile(String url, String target, String devices, String rest)
      throws Exception {
    Path file = Files.createTempFile("ngsi", ".yaml");
    try {
      Files.writeString(
          file,
          """
          pack: ngsi
          run: { name: test, seed: 1 }
          target: { kind: external, url: "%s", context: "http://c/context.jsonld"%s }
          devices: { count: 3%s }
          phases: { measure: 10s }
          %s
          """
              .formatted(url, target, devices, rest));
      return (NgsiProfile) Scenario.read(file, List.of(), Map.of()).profile();
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Users that are not connected.
   *
   * @param target further keys of {@code target}, each behind a comma
   * @param devices further keys of {@code devices}, each behind a comma
   * @param rest the flows, and whatever else the profile has
   */
  static TestUsers of(String url, String target, String devices, String rest) throws Exception {
    return new TestUsers(profile(url, target, ", connections: 1" + devices, rest));
  }

  /** The same of users that each have a connection of their own. */
  static TestUsers alone(String url, String devices, String rest) throws Exception {
    return new TestUsers(profile(url, "", devices, rest));
  }

  /** Users that are connected. */
  static TestUsers connected(String url, String devices, String rest) throws Exception {
    TestUsers users = of(url, "", devices, rest);
    users.connect();
    String outcome = users.next();
    if (!"session opened".equals(outcome)) {
      throw new AssertionError(outcome);
    }
    return users;
  }

  void call(Consumer<DeviceLink> calls) throws Exception {
    call(0, calls);
  }

  private void call(int session, Consumer<DeviceLink> calls) throws Exception {
    onLoop(
        () -> {
          calls.accept(fleet.link(session));
          return null;
        });
  }

  private <T> T onLoop(Supplier<T> work) throws Exception {
    return CompletableFuture.supplyAsync(work, fleet.loop()::execute)
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  void connect() throws Exception {
    call(link -> link.connect(exchange("session")));
  }

  /** Connects a user that has a connection of its own, and sends its request there. */
  void sendAlone(int user, String flow, int n) throws Exception {
    Stamp stamp = new Stamp(RUN, flow, Period.MEASURED, user, n, 0, 0);
    Message message = new Message(flow, user, n, stamp, null, new byte[0]);
    call(user, link -> link.connect(exchange("session")));
    String outcome = next();
    if (!"session opened".equals(outcome)) {
      throw new AssertionError(outcome);
    }
    call(user, link -> link.send(message, exchange(flow + " " + n)));
  }

  void send(String flow, int n) throws Exception {
    send(flow, n, null);
  }

  void send(String flow, int n, Inbound answers) throws Exception {
    long now = clock.epochNanos(clock.nanos());
    Stamp stamp = new Stamp(RUN, flow, Period.MEASURED, 0, n, now, now);
    call(
        link ->
            link.send(
                new Message(flow, 0, n, stamp, answers, new byte[0]), exchange(flow + " " + n)));
  }

  /** From now on a user gives up its connection where a request fails, as in a run. */
  void loseWhatFails() {
    losesWhatFails = true;
  }

  void abandon(String name) throws Exception {
    call(link -> link.abandon(exchanges.get(name)));
  }

  private DeviceLink.Exchange exchange(String name) {
    Thread caller = Thread.currentThread();
    DeviceLink.Exchange exchange =
        new DeviceLink.Exchange() {
          @Override
          public void opened(Set<String> traits) {
            tell(name + " opened");
          }

          @Override
          public void parts(long... nanos) {
            parts.add(nanos);
          }

          @Override
          public void bytes(long sent, long received) {
            bytes.add(new long[] {sent, received});
          }

          @Override
          public void succeeded(Inbound brought) {
            if (brought != null) {
              inbound.add(brought);
            }
            tell(name + " succeeded");
          }

          @Override
          public void failed(Cause cause) {
            tell(name + " failed " + cause.key());
            if (losesWhatFails) {
              fleet.link(0).lose(cause);
            }
          }

          private void tell(String outcome) {
            outcomes.add(
                Thread.currentThread() == caller ? outcome : outcome + " on another thread");
          }
        };
    exchanges.put(name, exchange);
    return exchange;
  }

  /** What comes next of anything. */
  String next() throws InterruptedException {
    return outcomes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** What came and was not asked for, once all that was done by now is over. */
  List<String> left() throws Exception {
    return onLoop(() -> List.copyOf(outcomes));
  }

  /** What came with an outcome. */
  Inbound inbound() throws InterruptedException {
    return inbound.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The parts of a request's time. */
  long[] parts() throws InterruptedException {
    return parts.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The bytes of a request, sent and received. */
  long[] bytes() throws InterruptedException {
    return bytes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  long faults() throws Exception {
    return onLoop(fleet.loop()::faults);
  }

  @Override
  public void close() {
    fleet.close();
  }
}
