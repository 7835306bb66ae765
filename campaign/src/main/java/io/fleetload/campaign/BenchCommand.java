// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest bench}: the device simulator's fleet against its peer, on this machine alone. */
@CommandLine.Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measures the devices against other ways of being many clients, on this machine alone.",
    footer = {
      "",
      "WHAT is any of requests-1000, requests-5000, requests-800B, stacks, handshakes, memory,",
      "growth, pacing, terminals-5000, terminals-10000, terminals-connections, terminals-memory,",
      "backend;",
      "--windows, --seconds, --rate and --go-client as docs/benchmarks.md says."
    })
final class BenchCommand implements Callable<Integer> {
  @CommandLine.Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Tools tools = Tools.here();
    if (!Files.exists(tools.home().resolve(Tools.BENCH))) {
      System.err.println("the benchmarks are not built: run ./mvnw package first");
      return 2;
    }
    Process bench = new ProcessBuilder(tools.bench(arguments)).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(bench::destroy));
    return bench.waitFor();
  }
}
