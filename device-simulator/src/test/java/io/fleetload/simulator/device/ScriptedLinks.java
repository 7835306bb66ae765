// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.rig.ManualLoop;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Links that do what the test says, and remember what was sent over them. */
final class ScriptedLinks {
  /**
   * A message that was sent.
   *
   * @param iteration number of the message that its iteration began with
   * @param handed what the driver handed over before; null where it did not
   */
  record Sent(int device, int session, long atNanos, Stamp stamp, int iteration, Object handed) {}

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
  boolean abandoningFails;
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
    Inbound command = command(query);
    loop.after(millis * 1_000_000, () -> exchange.succeeded(command));
  }

  /** The command that belongs to the given query. */
  static Inbound command(Stamp query) {
    return new Inbound(query.device(), query.with(new Stamp.Legs(0, 1, 2, 0)), "r-" + query.n());
  }

  /** The exchange succeeds after that many ms and hands something over. */
  void hands(long millis, Object what, DeviceLink.Exchange exchange) {
    loop.after(millis * 1_000_000, () -> exchange.succeeded(new Inbound(0, null, what)));
  }

  /** The exchange fails after that many ms. */
  void fails(long millis, Cause cause, DeviceLink.Exchange exchange) {
    loop.after(millis * 1_000_000, () -> exchange.failed(cause));
  }

  DeviceLink of(int session) {
    return links.computeIfAbsent(session, Link::new);
  }

  private final class Link implements DeviceLink, DeviceLink.RoamingLink {
    private final int session;

    Link(int session) {
      this.session = session;
    }

    @Override
    public void connect(Exchange exchange) {
      onConnect.accept(
          session,
          new Exchange() {
            @Override
            public void succeeded(Inbound inbound) {
              boolean resumed = resuming && lost.contains(session);
              exchange.opened(resumed ? Set.of(RESUMED) : Set.of());
            }

            @Override
            public void failed(Cause cause) {
              exchange.failed(cause);
            }
          });
    }

    @Override
    public void send(Message message, Exchange exchange) {
      Stamp stamp = Stamp.find(message.payload()).orElseThrow();
      Inbound before = message.answers();
      Sent record =
          new Sent(
              message.device(),
              session,
              loop.nanos(),
              stamp,
              message.iteration(),
              before == null ? null : before.replyTo());
      if (before != null && before.stamp() != null) {
        answered.add(record);
        onAnswer.accept(record, exchange);
        return;
      }
      underWay.computeIfAbsent(session, each -> new ArrayList<>()).add(exchange);
      sent.add(record);
      onSend.accept(record, exchange);
    }

    @Override
    public void abandon(Exchange exchange) {
      abandoned.add(exchange);
      if (abandoningFails) {
        throw new IllegalStateException("a fault of the driver");
      }
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
  }
}
