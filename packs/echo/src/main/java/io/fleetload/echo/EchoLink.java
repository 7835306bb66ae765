// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A device's connection to the echo server; what is said on it is in {@link EchoServer}. */
final class EchoLink implements DeviceLink, TcpConnection.Listener {
  private static final int MOST_GIVEN_UP = 1_000;

  private final int device;
  private final String name;
  private final SourceAddress source;
  private final InetSocketAddress server;
  private final int echoes;
  private final Supplier<DeviceDriver.Listener> listener;
  private final TcpConnection connection;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final Map<String, UnderWay> underWay = new LinkedHashMap<>();

  /** The last messages that were given up: their echoes are late, and not too many. */
  private final Set<String> givenUp = new LinkedHashSet<>();

  private Exchange login;

  /** A message until its last echo. */
  private static final class UnderWay {
    private final Exchange exchange;
    private int missing;

    UnderWay(Exchange exchange, int missing) {
      this.exchange = exchange;
      this.missing = missing;
    }
  }

  EchoLink(
      int device,
      String name,
      SourceAddress source,
      InetSocketAddress server,
      NioLoop loop,
      int echoes,
      Supplier<DeviceDriver.Listener> listener) {
    this.device = device;
    this.name = name;
    this.source = source;
    this.server = server;
    this.echoes = echoes;
    this.listener = listener;
    this.connection = new TcpConnection(loop, this);
  }

  @Override
  public void connect(Exchange exchange) {
    login = exchange;
    line.reset();
    connection.open(source, server);
  }

  @Override
  public void connected() {
    say("LOGIN " + name);
  }

  @Override
  public void send(Message message, Exchange exchange) {
    if (!connection.isOpen()) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    String key = message.flow() + " " + message.stamp().n();
    int times = message.flow().equals(EchoProfile.ECHO) ? echoes : 1;
    underWay.put(key, new UnderWay(exchange, times));
    String body = new String(message.payload(), StandardCharsets.US_ASCII);
    say("SEND " + key + " " + times + " " + body);
  }

  @Override
  public void received(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (next != '\n') {
        line.write(next);
      } else {
        String whole = line.toString(StandardCharsets.US_ASCII);
        line.reset();
        take(whole);
      }
    }
  }

  private void take(String said) {
    int blank = said.indexOf(' ');
    if (said.equals("OK") && login != null) {
      Exchange opened = login;
      login = null;
      opened.opened(Set.of());
    } else if (said.startsWith("ECHO ")) {
      echoed(said.substring(blank + 1));
    } else if (said.startsWith("PUSH ")) {
      String body = said.substring(blank + 1);
      Stamp stamp = Stamp.find(body.getBytes(StandardCharsets.US_ASCII)).orElse(null);
      boolean altered = stamp != null && !stamp.text().equals(body);
      listener.get().received(new Inbound(device, stamp, null, altered));
    } else {
      // A server that says what nobody asked for is talked to no more.
      lose(new Cause.Protocol("unknownLine"));
      listener.get().ended(device);
    }
  }

  private void echoed(String key) {
    UnderWay message = underWay.get(key);
    if (message == null) {
      if (!givenUp.contains(key)) {
        listener.get().unexpectedAnswer(device);
      }
      return;
    }
    message.missing--;
    message.exchange.responded();
    if (message.missing == 0) {
      underWay.remove(key);
      message.exchange.succeeded(null);
    }
  }

  @Override
  public void abandon(Exchange exchange) {
    underWay.entrySet().removeIf(each -> isGivenUp(each, exchange));
    if (exchange == login) {
      login = null;
      connection.lose();
    }
  }

  private boolean isGivenUp(Map.Entry<String, UnderWay> message, Exchange exchange) {
    if (message.getValue().exchange != exchange) {
      return false;
    }
    givenUp.add(message.getKey());
    if (givenUp.size() > MOST_GIVEN_UP) {
      givenUp.remove(givenUp.iterator().next());
    }
    return true;
  }

  @Override
  public void close() {
    connection.close();
    fail(Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    connection.lose();
    fail(cause);
  }

  @Override
  public void ended(IOException why) {
    boolean wasOpen = login == null;
    fail(why == null ? Cause.Transport.DISCONNECTED : Cause.Transport.UNREACHABLE);
    if (wasOpen) {
      listener.get().ended(device);
    }
  }

  private void fail(Cause cause) {
    List<UnderWay> lost = new ArrayList<>(underWay.values());
    underWay.clear();
    Exchange opening = login;
    login = null;
    if (opening != null) {
      opening.failed(cause);
    }
    lost.forEach(each -> each.exchange.failed(cause));
  }

  private void say(String text) {
    connection.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII)));
  }
}
