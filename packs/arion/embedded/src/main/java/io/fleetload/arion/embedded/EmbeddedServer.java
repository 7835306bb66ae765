// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import com.hazelcast.core.HazelcastException;
import io.fleetload.arion.embedded.fault.Connections;
import io.fleetload.arion.embedded.service.GrpcServer;
import io.fleetload.arion.embedded.service.Traffic;
import io.fleetload.arion.embedded.store.RuleMap;
import io.fleetload.arion.embedded.store.Rules;
import io.fleetload.embedded.Figures;
import io.fleetload.embedded.MetricsPage;
import io.fleetload.embedded.Parts;
import io.fleetload.embedded.StartFailure;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/** All parts together: the rules in Hazelcast, the gRPC services and the metrics page. */
record EmbeddedServer(Parts parts) {
  /**
   * Starts everything.
   *
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start
   */
  String start(ServerOptions options) throws StartFailure {
    Rules rules = new Rules(options.faults().silentDeletions());
    // Others on this host would read and write the rules.
    String cluster = UUID.randomUUID().toString();
    RuleMap map = parts.add(map(options.hazelcastPort(), cluster, rules));
    Traffic traffic = new Traffic();
    Connections connections = new Connections();
    GrpcServer server = parts.add(server(options, map, rules, traffic, connections));
    MetricsPage metrics =
        parts.add(
            MetricsPage.serve(
                options.metricsPort(), page -> write(page, traffic, rules, connections)));
    return """
        {"event":"ready","tool":"arion-server","server":"127.0.0.1:%d",\
        "hazelcast":"127.0.0.1:%d","cluster":"%s","metrics":"%s"}"""
        .formatted(server.port(), map.port(), cluster, metrics.url());
  }

  private RuleMap map(int port, String cluster, Rules rules) throws StartFailure {
    try {
      return new RuleMap(port, cluster, rules, () -> parts.died("the Hazelcast member has ended"));
    } catch (HazelcastException e) {
      throw StartFailure.notListening("127.0.0.1:" + port, "--hazelcast-port", e);
    }
  }

  private static GrpcServer server(
      ServerOptions options, RuleMap map, Rules rules, Traffic traffic, Connections connections)
      throws StartFailure {
    try {
      return new GrpcServer(options.port(), map, rules, options.faults(), traffic, connections);
    } catch (IOException e) {
      throw StartFailure.notListening("127.0.0.1:" + options.port(), "--port", e);
    }
  }

  private static void write(Figures page, Traffic traffic, Rules rules, Connections connections) {
    page.gauge("arion_connections_open", connections.size());
    page.counter("arion_connections_accepted_total", connections.accepted);
    page.counters(
        "arion_requests_total",
        "method",
        Map.of(
            "RequestGoalstates", traffic.reads,
            "RequestGoalstateStream", traffic.streamReads,
            "PushGoalstates", traffic.writes));
    page.counter("arion_unknown_keys_total", traffic.unknown);
    page.gauge("arion_rules", rules.size());
    page.gauge("arion_watchers", traffic.watchersCame.sum() - traffic.watchersLeft.sum());
    page.counter("arion_watched_rules_total", traffic.watched);
  }
}
