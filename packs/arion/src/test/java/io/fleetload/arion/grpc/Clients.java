// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.profile.Rules;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.ByteArrayOutputStream;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A fleet's first connection, as the engine has it: all calls are made on the fleet's thread. */
final class Clients implements AutoCloseable {
  static final RunId RUN = new RunId(0x1f);
  private static final int CLIENTS = 3;
  private static final RuleSet RULES = new RuleSet(new Rules(12, 2, 2, null, null));

  final ArionFleet fleet;
  private final RunClock clock = RunClock.system();
  private final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
  private final BlockingQueue<Inbound> inbound = new LinkedBlockingQueue<>();
  private final Map<String, DeviceLink.Exchange> exchanges = new HashMap<>();

  private Clients(ArionProfile profile) throws Exception {
    fleet = ArionFleet.start(profile, ShardDevices.all(profile.sessions()), clock);
    fleet.listen(
        new DeviceDriver.Listener() {
          @Override
          public void ended(int session) {
            outcomes.add("session " + session + " ended");
          }
        });
  }

  static ArionProfile profile(int port, String devices, String target, String flows)
      throws Exception {
    Path file = Files.createTempFile("arion", ".yaml");
    try {
      Files.writeString(
          file,
          """
          pack: arion
          run: { name: test }
          target: { kind: external, server: "127.0.0.1:%d"%s }
          devices: { count: 3%s }
          rules: { count: 12, groups: 2, networks: 2 }
          phases: { measure: 10s }
          flows: { %s }
          """
              .formatted(port, target, devices, flows));
      return (ArionProfile) Scenario.read(file, List.of(), Map.of()).profile();
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Clients that are not connected.
   *
   * @param devices further keys of {@code devices}, each behind a comma
   * @param target further keys of {@code target}, each behind a comma
   * @param flows the flows
   */
  static Clients of(int port, String devices, String target, String flows) throws Exception {
    return new Clients(profile(port, devices, target, flows));
  }

  /** Clients that are connected. */
  static Clients connected(int port, String devices, String target, String flows) throws Exception {
    Clients clients = of(port, devices, target, flows);
    clients.connect();
    String outcome = clients.next();
    if (!"session opened".equals(outcome)) {
      throw new AssertionError("not connected: " + outcome);
    }
    return clients;
  }

  static Clients connected(ByteServer server, String flows) throws Exception {
    return connected(server.port(), "", "", flows);
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
        .get(ByteServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  void connect() throws Exception {
    call(link -> link.connect(exchange("session")));
  }

  /** Connects a client that has a connection of its own. */
  void connect(int session) throws Exception {
    call(session, link -> link.connect(exchange("session " + session)));
  }

  void send(String flow, int n) throws Exception {
    send(flow, n, null);
  }

  /** Sends a message on the connection of its client. */
  void sendAlone(String flow, int n) throws Exception {
    Stamp stamp = stamp(flow, n);
    Message message = new Message(flow, stamp.device(), n, stamp, null, payload(n));
    call(stamp.device(), link -> link.send(message, exchange(flow + " " + n)));
  }

  void send(String flow, int n, Inbound answers) throws Exception {
    Stamp stamp = stamp(flow, n);
    Message message = new Message(flow, stamp.device(), n, stamp, answers, payload(n));
    call(link -> link.send(message, exchange(flow + " " + n)));
  }

  Stamp stamp(String flow, int n) {
    long now = clock.epochNanos(clock.nanos());
    return new Stamp(RUN, flow, Period.MEASURED, n % CLIENTS, n, now, now);
  }

  /** What message n says; to the wire it is bytes. */
  static byte[] payload(int n) {
    return new byte[] {8, (byte) (n + 1)};
  }

  /** The answer to a read of these keys, by their numbers: 12 rules of 2 networks go round. */
  static byte[] rules(int... keys) {
    return answer(IntStream.of(keys).mapToObj(key -> rule(key % 12)).toArray(NeighborRule[]::new));
  }

  /** The answer to a read with these rules. */
  static byte[] answer(NeighborRule... rules) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    for (NeighborRule each : rules) {
      byte[] rule = each.write();
      answer.write(0x12);
      answer.write(rule.length + 2);
      answer.write(0x12);
      answer.write(rule.length);
      answer.writeBytes(rule);
    }
    return answer.toByteArray();
  }

  /** A rule as provisioning writes it. */
  static NeighborRule rule(int index) {
    return rule(
        index,
        Addresses.ip(RULES.hostIp(index)),
        Addresses.mac(RULES.mac(index)),
        Addresses.mac(RULES.hostMac(index)));
  }

  /** A rule as a message left it. */
  static NeighborRule rule(int index, Stamp stamp) {
    return rule(
        index,
        Addresses.ip(RuleStamp.hostIp(stamp)),
        Addresses.mac(RuleStamp.mac(stamp)),
        Addresses.mac(RuleStamp.hostMac(stamp)));
  }

  private static NeighborRule rule(int index, String hostIp, String mac, String hostMac) {
    return new NeighborRule(
        1,
        Addresses.ip(RULES.ip(index)),
        hostIp,
        mac,
        RULES.tunnelId(index),
        hostMac,
        RuleSet.groupName(RULES.group(index)),
        1);
  }

  void abandon(String name) throws Exception {
    call(link -> link.abandon(exchanges.get(name)));
  }

  private DeviceLink.Exchange exchange(String name) {
    DeviceLink.Exchange exchange =
        new DeviceLink.Exchange() {
          private int responses;

          @Override
          public void opened(Set<String> traits) {
            outcomes.add(name + " opened");
          }

          @Override
          public void responded() {
            responses++;
          }

          @Override
          public void succeeded(Inbound brought) {
            if (brought != null) {
              inbound.add(brought);
            }
            outcomes.add(name + " succeeded" + counted());
          }

          @Override
          public void failed(Cause cause) {
            outcomes.add(name + " failed " + cause.key() + counted());
          }

          private String counted() {
            return responses == 0 ? "" : ", " + responses + " answers";
          }
        };
    exchanges.put(name, exchange);
    return exchange;
  }

  /** What comes next of anything. */
  String next() throws InterruptedException {
    return outcomes.poll(ByteServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** What came and was not asked for, once all that was done by now is over. */
  List<String> left() throws Exception {
    return onLoop(() -> List.copyOf(outcomes));
  }

  /** What came with an outcome. */
  Inbound inbound() throws InterruptedException {
    return inbound.poll(ByteServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  long faults() throws Exception {
    return onLoop(fleet.loop()::faults);
  }

  @Override
  public void close() {
    fleet.close();
  }
}
