// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.coap;

import io.fleetload.calibration.book.ServerBook;
import io.fleetload.calibration.script.Act;
import io.fleetload.calibration.script.Reply;
import io.fleetload.calibration.script.Script;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.californium.ServerKeys;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.stamp.Stamp;
import io.fleetload.tool.SocketDrops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.core.coap.MessageObserverAdapter;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.core.network.Exchange;
import org.eclipse.californium.core.server.MessageDeliverer;
import org.eclipse.californium.core.server.resources.CoapExchange;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;

/**
 * A CoAP server over DTLS-PSK on this host that does to every message what the script says, and
 * writes down what it did. It reads the message's number from the stamp in its payload; where the
 * message was posted to means nothing.
 */
public final class ScriptedServer implements AutoCloseable {
  private final Script script;
  private final ServerBook book;
  private final RunClock clock;
  private final ScriptAnswer answer;
  private final DTLSConnector connector;
  private final CoapEndpoint endpoint;
  private final ScheduledExecutorService stack;
  private final ScheduledExecutorService delays;
  private final SocketDrops drops = SocketDrops.ofThisProcess();

  private ScriptedServer(
      Script script, int fleet, String tenant, DeviceKeys keys, ServerBook book, RunClock clock) {
    this.script = script;
    this.book = book;
    this.clock = clock;
    this.answer = new ScriptAnswer(fleet);
    Configuration settings = ServerSettings.forFleet(fleet);
    DtlsConnectorConfig.Builder dtls = DtlsConnectorConfig.builder(settings);
    dtls.setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    dtls.setAdvancedPskStore(new ServerKeys(tenant, keys));
    this.connector = new DTLSConnector(dtls.build());
    this.endpoint =
        CoapEndpoint.builder().setConfiguration(settings).setConnector(connector).build();
    this.stack = Executors.newSingleThreadScheduledExecutor(daemon("server-stack"));
    this.delays = Executors.newSingleThreadScheduledExecutor(daemon("server-delays"));
    endpoint.setExecutors(stack, stack);
    endpoint.addInterceptor(new Repetitions(book));
    endpoint.setMessageDeliverer(new Deliverer());
  }

  /**
   * Starts a server on a free port of this host.
   *
   * @param script what it does
   * @param fleet how many devices will come
   * @param tenant the devices' tenant
   * @param keys the devices' keys
   * @param book where it writes what it did
   * @throws IOException if no port can be opened
   */
  public static ScriptedServer start(
      Script script, int fleet, String tenant, DeviceKeys keys, ServerBook book, RunClock clock)
      throws IOException {
    ScriptedServer server = new ScriptedServer(script, fleet, tenant, keys, book, clock);
    server.endpoint.start();
    server.drops.begin();
    return server;
  }

  /** Address of the server: host:port. */
  public String address() {
    InetSocketAddress address = connector.getAddress();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  @Override
  public void close() {
    drops.since().ifPresent(book::dropped);
    delays.shutdownNow();
    endpoint.destroy();
    stack.shutdownNow();
  }

  private void take(CoapExchange exchange) {
    long received = clock.nanos();
    Optional<Stamp> found =
        Stamp.find(exchange.getRequestPayload())
            .filter(stamp -> script.flows().containsKey(stamp.flow()));
    if (found.isEmpty()) {
      book.stranger();
      exchange.reject();
      return;
    }
    Stamp stamp = found.get();
    Act act = script.flow(stamp.flow()).act(stamp.n());
    boolean query = stamp.flow().equals("commandQuery");
    book.received(stamp, act, query, clock.epochNanos(received));
    if (act.reply().silent()) {
      return;
    }
    if (act.reply() == Reply.RESET) {
      exchange.reject();
      return;
    }
    if (script.separate() && !script.stalls(stamp)) {
      exchange.accept();
    }
    long wait = script.release(stamp, clock.epochNanos(received)) - clock.epochNanos(clock.nanos());
    if (wait <= 0) {
      answer(exchange, stamp, act, query, received);
    } else {
      var unused =
          delays.schedule(
              () -> answer(exchange, stamp, act, query, received), wait, TimeUnit.NANOSECONDS);
    }
  }

  private void answer(CoapExchange exchange, Stamp stamp, Act act, boolean query, long received) {
    Response response = answer.to(stamp, act.reply(), query, clock.epochNanos(received));
    if (script.separate() && script.stalls(stamp)) {
      // In a stall not even an acknowledgement leaves.
      exchange.accept();
    }
    long handed = clock.epochNanos(clock.nanos());
    response.addMessageObserver(new Arrival(stamp, act, handed));
    exchange.respond(response);
    book.answered(stamp, act, clock.epochNanos(received), handed);
  }

  private static java.util.concurrent.ThreadFactory daemon(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private final class Deliverer implements MessageDeliverer {
    @Override
    public void deliverRequest(Exchange exchange) {
      take(new CoapExchange(exchange));
    }

    @Override
    public void deliverResponse(Exchange exchange, Response response) {
      // It asks nothing.
    }
  }

  /** The device's acknowledgement of an answer that was a message of its own. */
  private final class Arrival extends MessageObserverAdapter {
    private final Stamp stamp;
    private final Act act;
    private final long handed;

    Arrival(Stamp stamp, Act act, long handed) {
      super(true);
      this.stamp = stamp;
      this.act = act;
      this.handed = handed;
    }

    @Override
    public void onAcknowledgement() {
      book.arrived(stamp, act, handed, clock.epochNanos(clock.nanos()));
    }
  }
}
