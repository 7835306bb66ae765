// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.results.format.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest bench}: the fleet against its peer. */
@CommandLine.Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measures the fleets against other ways of being many clients, on this machine alone;"
            + " exit code 1 where a bound does not hold.",
    sortOptions = false)
public final class BenchProgram implements Callable<Integer> {
  private static final String ALL = "all";

  private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(
      paramLabel = "WHAT",
      arity = "0..*",
      description = "all, or any of those below; default those with *")
  private List<String> names = List.of();

  @CommandLine.Mixin private BenchOptions options;

  @CommandLine.Option(
      names = "--write",
      description =
          "writes what the benchmarks came to into the table of docs/reference/benchmarks.md; with all it is always written")
  private boolean write;

  /** Runs the benchmarks that the arguments name, and exits with the code of their outcome. */
  public static void main(String[] arguments) {
    System.exit(
        ToolCommandLine.of(new CommandLine(new BenchProgram()))
            .setExecutionExceptionHandler(BenchProgram::failed)
            .execute(arguments));
  }

  /** A process that ends early, or cannot be started, is one line; what else fails is a bug. */
  private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(failure instanceof IOException known)) {
      throw failure;
    }
    command.getErr().println("bench: " + BenchRun.said(known));
    return ExitCode.INTERNAL_FAULT.code();
  }

  /** Takes the description of the command and adds the benchmarks to it. */
  @CommandLine.Spec
  void spec(CommandLine.Model.CommandSpec own) {
    spec = own;
    Map<String, String> benchmarks = new LinkedHashMap<>();
    for (Benchmark each : Benchmarks.ALL) {
      benchmarks.put((each.byDefault() ? "* " : "  ") + each.name(), each.about());
    }
    own.usageMessage()
        .sectionMap()
        .put(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER,
            help -> "%n%s".formatted(help.createTextTable(benchmarks)));
  }

  @Override
  public Integer call() throws Exception {
    options.check();
    boolean all = names.equals(List.of(ALL));
    List<Benchmark> chosen = all ? Benchmarks.ALL : named();
    File log = File.createTempFile("bench", ".log");
    System.out.println("the processes' logs are in " + log);
    Path page =
        Path.of(System.getProperty("fleetload.home", "."), "docs", "reference", "benchmarks.md");
    FiguresTable table = new FiguresTable(page);
    boolean written = write || all;
    int code =
        new BenchRun(options, System.out, spec.commandLine().getErr(), log)
            .run(
                chosen,
                all,
                findings -> {
                  if (written) {
                    table.write(findings.rows(whenAndWhere()));
                  }
                });
    if (written) {
      System.out.println("written to " + page);
    }
    return code;
  }

  /** Returns the named benchmarks in that order, or those by default. */
  private List<Benchmark> named() {
    if (names.isEmpty()) {
      return Benchmarks.ALL.stream().filter(Benchmark::byDefault).toList();
    }
    return names.stream().map(this::named).toList();
  }

  private Benchmark named(String name) {
    return Benchmarks.ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandLine.ParameterException(
                    spec.commandLine(),
                    "there is no benchmark \"%s\"; there are %s, or %s alone"
                        .formatted(name, String.join(", ", Benchmarks.names()), ALL)));
  }

  private String whenAndWhere() {
    return String.format(
        Locale.ROOT,
        "%s, %d processors, JDK %s, `--windows %d --seconds %.0f --rate %.0f`",
        LocalDate.now(ZoneOffset.UTC),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().feature(),
        options.windows,
        options.seconds,
        options.rate);
  }
}
