package io.fleetload.simulator.device;

import io.fleetload.rig.ManualLoop;
import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Links that do what the test says, and remember what was sent over them. */
final class ScriptedLinks {
  record Sent(int device, int session, long atNanos, Stamp stamp) {}

  private final ManualLoop loop;
  private final Map<Integer, DeviceLink> links = new HashMap<>();
  final List<Sent> sent = new ArrayList<>();
  final List<Sent> answered = new ArrayList<>();
  final List<DeviceLink.Exchange> abandoned = new ArrayList<>();
  final List<Integer> closed = new ArrayList<>();
  final List<Integer> lost = new ArrayList<>();
  final List<Integer> rebound = new ArrayList<>();
  private final Map<Integer, List<DeviceLink.Exchange>> underWay = new HashMap<>();
  boolean resuming;
  BiConsumer<Sent, DeviceLink.Exchange> onSend = (message, exchange) -> after(10, exchange);
  BiConsumer<Sent, DeviceLink.Exchange> onAnswer = (message, exchange) -> after(10, exchange);
  BiConsumer<Integer, DeviceLink.Exchange> onConnect = (device, exchange) -> after(5, exchange);

  ScriptedLinks(ManualLoop loop) {
    this.loop = loop;
  }

  /** The exchange succeeds after that many ms. */
  void after(long millis, DeviceLink.Exchange exchange) {
    loop.after(millis * 1_000_000, () -> exchange.succeeded(null));
  }

  /** The exchange succeeds after that many ms with a command that belongs to the given query. */
  void command(long millis, Stamp query, DeviceLink.Exchange exchange) {
    String stamp = query.with(new Stamp.Legs(0, 1, 2, 0)).text();
    byte[] payload = ("{\"stamp\":\"" + stamp + "\"}").getBytes(StandardCharsets.UTF_8);
    loop.after(
        millis * 1_000_000, () -> exchange.succeeded(new Command("r-" + query.n(), payload)));
  }

  /** The exchange fails after that many ms. */
  void fails(long millis, Cause cause, DeviceLink.Exchange exchange) {
    loop.after(millis * 1_000_000, () -> exchange.failed(cause));
  }

  DeviceLink of(int session) {
    return links.computeIfAbsent(session, Link::new);
  }

  private final class Link implements DeviceLink {
    private final int session;

    Link(int session) {
      this.session = session;
    }

    @Override
    public void connect(Exchange exchange) {
      onConnect.accept(session, exchange);
    }

    @Override
    public void send(Message message, Exchange exchange) {
      Sent record =
          new Sent(
              message.device(), session, loop.nanos(), Stamp.find(message.payload()).orElseThrow());
      underWay.computeIfAbsent(session, each -> new ArrayList<>()).add(exchange);
      sent.add(record);
      onSend.accept(record, exchange);
    }

    @Override
    public void answer(Command command, byte[] payload, Exchange exchange) {
      Sent record = new Sent(session, session, loop.nanos(), Stamp.find(payload).orElseThrow());
      answered.add(record);
      onAnswer.accept(record, exchange);
    }

    @Override
    public void abandon(Exchange exchange) {
      abandoned.add(exchange);
    }

    @Override
    public void close() {
      closed.add(session);
    }

    @Override
    public void lose(Cause cause) {
      lost.add(session);
      List<Exchange> all = List.copyOf(underWay.getOrDefault(session, List.of()));
      all.forEach(each -> each.failed(cause));
    }

    @Override
    public void rebind() {
      rebound.add(session);
    }

    @Override
    public Session session() {
      return new Session(resuming && lost.contains(session), false);
    }
  }
}
