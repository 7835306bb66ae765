// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import com.hazelcast.core.HazelcastException;
import io.fleetload.arion.embedded.fault.Connections;
import io.fleetload.arion.embedded.service.GrpcServer;
import io.fleetload.arion.embedded.service.Traffic;
import io.fleetload.arion.embedded.store.RuleMap;
import io.fleetload.arion.embedded.store.Rules;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** All parts together: the rules in Hazelcast, the gRPC services and the metrics page. */
final class EmbeddedServer implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Consumer<String> died;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean closing;

  /**
   * Starts nothing yet.
   *
   * @param died is told why the server is of no more use
   */
  EmbeddedServer(Consumer<String> died) {
    this.died = died;
  }

  /**
   * Starts everything.
   *
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start; {@link #close()} ends the others
   */
  String start(ServerOptions options) throws StartFailure {
    Rules rules = new Rules(options.faults().silentDeletions());
    RuleMap map = part(map(options.hazelcastPort(), rules));
    Traffic traffic = new Traffic();
    Connections connections = new Connections();
    GrpcServer server = part(server(options, map, rules, traffic, connections));
    MetricsPage metrics = part(metrics(options.metricsPort(), traffic, rules, connections));
    return """
        {"event":"ready","tool":"arion-server","server":"127.0.0.1:%d",\
        "hazelcast":"127.0.0.1:%d","metrics":"%s"}"""
        .formatted(server.port(), map.port(), metrics.url());
  }

  private RuleMap map(int port, Rules rules) throws StartFailure {
    try {
      return new RuleMap(port, rules, () -> died("the Hazelcast member has ended"));
    } catch (HazelcastException e) {
      throw notListening(port, "--hazelcast-port", e);
    }
  }

  private static GrpcServer server(
      ServerOptions options, RuleMap map, Rules rules, Traffic traffic, Connections connections)
      throws StartFailure {
    try {
      return new GrpcServer(options.port(), map, rules, options.faults(), traffic, connections);
    } catch (IOException e) {
      throw notListening(options.port(), "--port", e);
    }
  }

  private static MetricsPage metrics(
      int port, Traffic traffic, Rules rules, Connections connections) throws StartFailure {
    try {
      return new MetricsPage(port, traffic, rules, connections);
    } catch (IOException e) {
      throw notListening(port, "--metrics-port", e);
    }
  }

  private static StartFailure notListening(int port, String option, Exception e) {
    return new StartFailure(
        "cannot listen on 127.0.0.1:%d (%s); another port: %s, 0 for one that is free"
            .formatted(port, innermost(e).getMessage(), option),
        e);
  }

  private static Throwable innermost(Throwable e) {
    return e.getCause() == null ? e : innermost(e.getCause());
  }

  private <T extends AutoCloseable> T part(T part) {
    synchronized (parts) {
      parts.push(part);
    }
    // A signal may come while it starts.
    if (closing) {
      close();
    }
    return part;
  }

  /** Says once why it is of no more use, unless it is being closed. */
  void died(String why) {
    if (!closing && told.compareAndSet(false, true)) {
      died.accept(why);
    }
  }

  /** Ends all parts, the last first; a part that does not end keeps no other from it. */
  @Override
  public void close() {
    closing = true;
    for (AutoCloseable part = next(); part != null; part = next()) {
      try {
        part.close();
      } catch (Exception e) {
        System.err.println("arion-server: " + part.getClass().getSimpleName() + ": " + e);
      }
    }
  }

  private AutoCloseable next() {
    synchronized (parts) {
      return parts.poll();
    }
  }
}
