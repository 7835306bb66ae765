// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.Running;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The terminals of pack jt808 against other ways of being many of them. Each contestant has a
 * server of its own, since one may not have the connections of all open; their windows take turns.
 */
final class TerminalBench {
  private static final double CONNECTS_PER_SECOND = 1_000;
  private static final int CONNECTIONS_BEFORE = 500;

  /** Two figures that are no worse than each other. */
  private static final double AHEAD = 1;

  private static final double TIMES_GO = 3;
  private static final double MOST_BYTES = 6_000;

  private final PrintStream out;
  private final File log;
  private final Findings findings;
  // All are connected at once, and an address has 28,232 ports.
  private final TerminalClient product = TerminalClient.product("product", "127.0.0.2", "0.15ms");
  private final TerminalClient coarse = TerminalClient.product("product, 1 ms", "127.0.0.3", "1ms");
  private final TerminalClient netClient = TerminalClient.netClient("127.0.0.4");
  private final Optional<TerminalClient> go;

  /**
   * Benchmarks.
   *
   * @param goClient the client of go-jt808, which is no part of this product
   */
  TerminalBench(PrintStream out, File log, Findings findings, Optional<Path> goClient) {
    this.out = out;
    this.log = log;
    this.findings = findings;
    this.go = goClient.map(TerminalClient::go);
  }

  /** Locations a second of the client's processor, each sending as many locations a second. */
  void requests(int terminals, double rate, int windows, double seconds) throws IOException {
    out.printf(Locale.ROOT, "%,.0f locations/s of %,d terminals%n", rate, terminals);
    List<TerminalClient> clients = clients();
    List<Running> running = new ArrayList<>();
    List<TerminalServer> servers = new ArrayList<>();
    List<Samples> samples = new ArrayList<>();
    try {
      for (TerminalClient each : clients) {
        servers.add(TerminalServer.start(log));
        running.add(each.start(servers.get(servers.size() - 1), rate, log));
        samples.add(new Samples());
        running.get(running.size() - 1).connect(terminals, CONNECTS_PER_SECOND);
      }
      for (int window = 0; window < Turns.WARM_UPS + windows; window++) {
        for (int i = 0; i < clients.size(); i++) {
          double[] figures = running.get(i).ask("send " + seconds);
          boolean warmUp = window < Turns.WARM_UPS;
          findings.window(clients.get(i).name(), warmUp, figures);
          if (!warmUp) {
            samples.get(i).add(figures[0] / figures[3]);
          }
        }
      }
    } finally {
      // Who closes first keeps the ports for a minute, and only the clients' are few.
      servers.forEach(TerminalServer::close);
      running.forEach(Running::close);
    }
    for (int i = 0; i < clients.size(); i++) {
      out.printf(
          Locale.ROOT,
          "  %-13s %s locations per CPU second, %.1f us of CPU a location%n",
          clients.get(i).name(),
          samples.get(i).text(),
          1e6 / samples.get(i).median());
    }
    judge("NetClient", samples.get(1).median() / samples.get(2).median(), AHEAD);
    if (go.isPresent()) {
      judge("go-jt808", samples.get(1).median() / samples.get(3).median(), TIMES_GO);
    }
  }

  private void judge(String peer, double ratio, double bound) {
    findings.judge(
        "precision 1 ms: locations per CPU second, times " + peer, ratio, bound, ratio >= bound);
  }

  /** Resident memory of a connected terminal. */
  void memory(int terminals) throws IOException {
    for (TerminalClient each : clients()) {
      if (each.equals(coarse)) {
        continue;
      }
      double bytes = bytesPerTerminal(each, terminals);
      out.printf(Locale.ROOT, "  %-13s %,.0f resident bytes a terminal%n", each.name(), bytes);
      if (each.equals(product)) {
        findings.judge("bytes a terminal", bytes, MOST_BYTES, bytes <= MOST_BYTES);
      }
    }
  }

  private double bytesPerTerminal(TerminalClient client, int terminals) throws IOException {
    try (TerminalServer server = TerminalServer.start(log);
        Running each = client.start(server, CONNECTS_PER_SECOND, log);
        // Closed before the client, as above.
        server) {
      each.connect(CONNECTIONS_BEFORE, CONNECTS_PER_SECOND);
      double[] before = each.ask("memory");
      each.connect(terminals, CONNECTS_PER_SECOND);
      double[] after = each.ask("memory");
      findings.memory(client.name(), CONNECTIONS_BEFORE, before, terminals, after);
      return (after[0] - before[0]) * 1024 / terminals;
    }
  }

  private List<TerminalClient> clients() {
    List<TerminalClient> clients = new ArrayList<>(List.of(product, coarse, netClient));
    go.ifPresentOrElse(
        clients::add,
        () -> out.println("  go-jt808: left out, since no --go-client FILE says where it is"));
    return clients;
  }
}
