// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** How long the benchmarks measure, and the programs of others that they compare with. */
final class BenchOptions {
  /** What a process takes once would be most of what fewer devices cost. */
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

  @CommandLine.Option(
      names = "--go-client",
      paramLabel = "FILE",
      description =
          "the client of go-jt808's example/simulator, which the terminals are compared with")
  Optional<Path> goClient = Optional.empty();

  @CommandLine.Option(
      names = "--ghz",
      paramLabel = "FILE",
      description = "the program that unary-ghz compares with (https://github.com/bojand/ghz)")
  Optional<Path> ghz = Optional.empty();

  @CommandLine.Option(
      names = "--go-coap",
      paramLabel = "FILE",
      description =
          "the program that peers compares with, made of bench/src/main/peers/go-coap as"
              + " docs/reference/benchmarks.md says")
  Optional<Path> goCoap = Optional.empty();

  @CommandLine.Option(
      names = "--libcoap",
      paramLabel = "FILE",
      description =
          "the program that peers compares with, made of bench/src/main/peers/libcoap as"
              + " docs/reference/benchmarks.md says")
  Optional<Path> libcoap = Optional.empty();

  @CommandLine.Option(
      names = "--k6",
      paramLabel = "FILE",
      description = "the program that updates-http compares with (https://github.com/grafana/k6)")
  private Optional<Path> k6 = Optional.empty();

  @CommandLine.Option(
      names = "--wrk",
      paramLabel = "FILE",
      description = "the program that updates-http compares with (https://github.com/wg/wrk)")
  private Optional<Path> wrk = Optional.empty();

  @CommandLine.Option(
      names = "--gatling",
      paramLabel = "CLASSPATH",
      description =
          "the jars of Gatling that updates-http compares with (https://gatling.io), such as 'lib/*'")
  private Optional<String> gatling = Optional.empty();

  /** Where each tool is that updates-http compares with, by its name. */
  Map<String, String> tools() {
    Map<String, String> tools = new LinkedHashMap<>();
    gatling.ifPresent(jars -> tools.put("gatling", jars));
    k6.ifPresent(program -> tools.put("k6", program.toString()));
    wrk.ifPresent(program -> tools.put("wrk", program.toString()));
    return tools;
  }

  /**
   * Looks at what the options name before anything runs.
   *
   * @throws CommandLine.ParameterException if a file is no program, or sizes cannot be compared
   */
  void check() {
    program("--go-client", goClient, "build example/simulator/client of go-jt808, or leave it out");
    program("--ghz", ghz, "get it from https://github.com/bojand/ghz");
    program("--go-coap", goCoap, "docs/reference/benchmarks.md says how to build it");
    program("--libcoap", libcoap, "docs/reference/benchmarks.md says how to build it");
    program("--k6", k6, "get it from https://github.com/grafana/k6");
    program("--wrk", wrk, "get it from https://github.com/wg/wrk");
    if (devices.size() < 2 || devices.stream().anyMatch(each -> each < FEWEST_DEVICES)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--devices: found %s, expected two sizes or more of at least %d devices, such as 10000,100000"
              .formatted(devices, FEWEST_DEVICES));
    }
  }

  private void program(String option, Optional<Path> file, String instead) {
    if (file.isPresent() && !Files.isExecutable(file.get())) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "%s: %s is no program; %s".formatted(option, file.get(), instead));
    }
  }
}
