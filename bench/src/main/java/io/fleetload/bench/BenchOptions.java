// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.util.List;
import picocli.CommandLine;

/** The length of the benchmarks and the size of their fleets. */
final class BenchOptions {
  /**
   * Least size of a fleet: with fewer devices, most of the cost would be what a process takes once.
   */
  private static final int FEWEST_DEVICES = 1_000;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--rate",
      description = "messages a second of the product's devices; default ${DEFAULT-VALUE}")
  double rate = 15_000;

  @CommandLine.Option(
      names = "--windows",
      description = "windows of each that count; default ${DEFAULT-VALUE}")
  int windows = 5;

  @CommandLine.Option(
      names = "--seconds",
      description = "length of a window; default ${DEFAULT-VALUE}")
  double seconds = 5;

  @CommandLine.Option(
      names = "--devices",
      paramLabel = "N",
      split = ",",
      description =
          "sizes of the fleets of provisioning, the first to compare with; default ${DEFAULT-VALUE}")
  List<Integer> devices = List.of(10_000, 100_000, 1_000_000);

  /**
   * Looks at what the options name before anything runs.
   *
   * @throws CommandLine.ParameterException if sizes cannot be compared
   */
  void check() {
    if (devices.size() < 2 || devices.stream().anyMatch(each -> each < FEWEST_DEVICES)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--devices: found %s, expected two sizes or more of at least %d devices, such as 10000,100000"
              .formatted(devices, FEWEST_DEVICES));
    }
  }
}
