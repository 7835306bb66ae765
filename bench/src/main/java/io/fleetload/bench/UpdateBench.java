// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.Running;
import io.fleetload.bench.updates.UpdateServer;
import io.fleetload.tool.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The users of pack ngsi against other load tools, with the same updates of the same server. */
final class UpdateBench {
  /** As both published campaigns have them. */
  private static final int USERS = 10;

  private static final int WARM_UP_SECONDS = 20;
  private static final String PRODUCT = "updates";
  private static final List<String> SMALL_HEAP = List.of("-Xmx256m", "-XX:+UseSerialGC");

  /** By the tool: how many times its requests per CPU second the product's have to be. */
  private static final Map<String, Double> BOUNDS = Map.of("k6", 3.0, "gatling", 1.5, "wrk", 1.0);

  private final PrintStream out;
  private final File log;
  private final Findings findings;

  UpdateBench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
  }

  /**
   * Updates a second of the client's processor.
   *
   * @param tools where each of the other tools is, by its name
   */
  void requests(Map<String, String> tools, int windows, double seconds) throws IOException {
    Map<String, Samples> samples;
    Map<String, Running> running = new LinkedHashMap<>();
    Running server = Running.start(List.of(), UpdateServer.class, SMALL_HEAP, List.of(), log);
    try {
      String port = server.line().split(" ")[1];
      running.put(PRODUCT, started(JavaOptions.OF_DEVICES, List.of(PRODUCT, port)));
      for (Map.Entry<String, String> each : tools.entrySet()) {
        running.put(
            each.getKey(), started(SMALL_HEAP, List.of(each.getKey(), port, each.getValue())));
      }
      for (Running each : running.values()) {
        each.connect(USERS, USERS);
        // As nothing paces them, they are much faster once they are compiled.
        each.ask("send " + WARM_UP_SECONDS);
      }
      samples =
          new Turns(out, findings).take(running, windows, each -> each.ask("send " + seconds));
    } finally {
      new ArrayList<>(running.values()).forEach(Running::close);
      server.close();
    }
    conclude(samples);
  }

  private Running started(List<String> java, List<String> arguments) throws IOException {
    return Running.start(List.of(), ContestantProcess.class, java, arguments, log);
  }

  private void conclude(Map<String, Samples> samples) {
    Samples product = samples.get(PRODUCT);
    samples.forEach(
        (name, each) -> {
          if (!name.equals(PRODUCT)) {
            findings.conclude(
                "updates per client CPU second, %d users".formatted(USERS),
                product,
                name,
                each,
                product.median() / each.median(),
                BOUNDS.get(name));
          }
        });
  }
}
