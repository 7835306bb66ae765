// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.rig.ManualLoop;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A target that does what chance says, and knows which messages are on the wire. */
final class DrawnTarget {
  /** A message on the wire, as the target knows it. */
  record OnWire(String flow, Stamp stamp, int session, DeviceLink.Exchange exchange) {
    boolean isOf(FlowRun of) {
      return flow.equals(of.name());
    }
  }

  private final ManualLoop loop;
  private final Random random;
  private final boolean pushes;
  private final List<OnWire> onWire = new ArrayList<>();
  private final List<OnWire> over = new ArrayList<>();
  Consumer<Inbound> onPush;

  /** Whether it opens each session and answers each message at once. */
  boolean isWell = true;

  DrawnTarget(ManualLoop loop, Random random, boolean pushes) {
    this.loop = loop;
    this.random = random;
    this.pushes = pushes;
  }

  Link link(int session) {
    return new Link(session);
  }

  /** How many messages on the wire are such. */
  long count(Predicate<OnWire> such) {
    return onWire.stream().filter(such).count();
  }

  /** A message on the wire. */
  OnWire drawn() {
    return drawn(onWire);
  }

  /** A message that had its outcome. */
  OnWire ended() {
    return drawn(over);
  }

  /** One of these, or one that nobody knows of where there is none. */
  private OnWire drawn(List<OnWire> list) {
    return list.isEmpty()
        ? new OnWire("none", null, 0, new Ignored())
        : list.get(random.nextInt(list.size()));
  }

  void answers(OnWire message) {
    if (!message.flow().equals("query")) {
      over(message);
      message.exchange().succeeded(null);
    } else if (!pushes) {
      over(message);
      message.exchange().succeeded(ScriptedLinks.command(message.stamp()));
    } else {
      message.exchange().succeeded(null);
      if (isWell || random.nextBoolean()) {
        over(message);
        onPush.accept(ScriptedLinks.command(message.stamp()));
      }
    }
  }

  void fails(OnWire message, Cause cause) {
    over(message);
    message.exchange().failed(cause);
  }

  private void over(OnWire message) {
    if (onWire.remove(message)) {
      over.add(message);
    }
  }

  final class Link implements DeviceLink {
    private final int session;

    Link(int session) {
      this.session = session;
    }

    @Override
    public void connect(Exchange exchange) {
      boolean opens = isWell || random.nextInt(3) > 0;
      loop.after(
          (1 + random.nextInt(50)) * MILLI,
          () -> {
            if (opens) {
              exchange.opened(Set.of());
            } else {
              exchange.failed(Cause.Transport.HANDSHAKE);
            }
          });
    }

    @Override
    public void send(Message message, Exchange exchange) {
      Stamp stamp = Stamp.find(message.payload()).orElseThrow();
      OnWire sent = new OnWire(message.flow(), stamp, session, exchange);
      onWire.add(sent);
      if (isWell) {
        loop.after(MILLI, () -> answers(sent));
      } else if (random.nextInt(10) == 0) {
        fails(sent, Cause.Transport.UNREACHABLE);
      } else if (random.nextInt(10) == 0) {
        answers(sent);
      }
    }

    @Override
    public void abandon(Exchange exchange) {
      onWire.stream()
          .filter(each -> each.exchange() == exchange)
          .toList()
          .forEach(DrawnTarget.this::over);
    }

    @Override
    public void close() {
      assertThat(onWire).noneMatch(each -> each.session() == session);
    }

    @Override
    public void lose(Cause cause) {
      onWire.stream()
          .filter(each -> each.session() == session)
          .toList()
          .forEach(each -> fails(each, cause));
    }
  }

  private static final class Ignored implements DeviceLink.Exchange {
    @Override
    public void succeeded(Inbound inbound) {}

    @Override
    public void failed(Cause cause) {}
  }
}
