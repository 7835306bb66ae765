// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.process.Tools;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest bench}: the device simulator's fleet against its peer, on this machine alone. */
@CommandLine.Command(
    name = "bench",
    description =
        "Measures the devices against other ways of being many clients, on this machine alone;"
            + " loadtest bench --help says which benchmarks there are, docs/reference/benchmarks.md what each compares.")
public final class BenchCommand implements Callable<Integer> {
  @CommandLine.Spec
  void listedWhereItIs(CommandLine.Model.CommandSpec spec) {
    boolean there;
    try {
      there = Tools.here().hasBench();
    } catch (UsageException e) {
      there = false;
    }
    spec.usageMessage().hidden(!there);
  }

  /** All is the benchmarks' own, --help too. */
  @CommandLine.Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Tools tools;
    try {
      tools = Tools.here();
    } catch (UsageException e) {
      return refused(e.getMessage());
    }
    if (!tools.hasBench()) {
      return refused(
          "bench: the benchmarks are not here; a release has none, ./mvnw package builds them in a"
              + " checkout");
    }
    Process bench = new ProcessBuilder(tools.bench(arguments)).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(bench::destroy));
    return bench.waitFor();
  }

  private static int refused(String why) {
    System.err.println(why);
    return ExitCode.WRONG_USAGE.code();
  }
}
