// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.process.OpenFiles;
import io.fleetload.results.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
public final class BenchCommand implements Callable<Integer> {
  private static final double REQUESTS_BOUND_SMALL = 2;
  private static final double REQUESTS_BOUND_LARGE = 2.5;
  private static final double REQUESTS_BOUND_800_BYTES = 2;

  /** Of what a loop without DTLS, CoAP, schedule and books does. */
  private static final double FLOOR_BOUND = 0.6;

  private static final double STACKS_BOUND = 1.2;
  private static final double HANDSHAKES_BOUND = 1.2;
  private static final double MEMORY_BOUND = 20;

  /** 20 % above and below the middle. */
  private static final double GROWTH_BOUND = 1.5;

  private static final double PACING_MILLIS = 0.5;
  private static final double PACING_CORES = 0.15;
  private static final double STUB_BOUND = 1;
  private static final double GHZ_BOUND = 2;

  /** As the published test has them. */
  private static final int READS_UNDER_WAY = 12;

  private static final List<String> PARTS =
      List.of(
          "requests-1000",
          "requests-5000",
          "requests-800B",
          "floor",
          "stacks",
          "handshakes",
          "memory",
          "growth",
          "pacing",
          "unary-stub");

  /** Run only where they are named. */
  private static final List<String> TERMINALS =
      List.of("terminals-5000", "terminals-10000", "terminals-connections", "terminals-memory");

  /** Run only where it is named, with the program. */
  private static final String GHZ = "unary-ghz";

  /** Run only where it is named, with the tools to compare with. */
  private static final String UPDATES = "updates-http";

  /** Run only where it is named, as it starts the embedded stack. */
  private static final String BACKEND = "backend";

  /** Run only where it is named, with a program or two to compare with. */
  private static final String PEERS = "peers";

  /** Run only where it is named, as its books take much of the disk. */
  private static final String MERGE = "merge";

  /** Run only where it is named, as it takes a minute and a half a window. */
  private static final String START = "start";

  private static final List<String> BY_NAME = List.of(GHZ, PEERS, UPDATES, BACKEND, MERGE, START);

  /** All that need no program to compare with and no more than a checkout has. */
  private static final String ALL = "all";

  /** As many as one process has room for that may open 20,000 files. */
  private static final int MOST_TERMINALS = 19_000;

  private static final int MOST_FILES = 20_000;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(
      paramLabel = "WHAT",
      arity = "0..*",
      description =
          "all, or requests-1000, requests-5000, requests-800B, floor, stacks, handshakes, memory, growth,"
              + " pacing, unary-stub; default all these. By name alone: terminals-5000, terminals-10000"
              + " (locations a second of 10,000), terminals-connections (19,000),"
              + " terminals-memory, unary-ghz (with --ghz), peers (with --go-coap, --libcoap),"
              + " updates-http (with --k6, --gatling, --wrk),"
              + " backend, merge (one run of each a window), start (two runs a window)")
  private List<String> parts = PARTS;

  @CommandLine.Option(
      names = "--rate",
      description = "messages a second of the product's devices; default ${DEFAULT-VALUE}")
  private double rate = 15_000;

  @CommandLine.Option(
      names = "--windows",
      description = "windows of each that count; default ${DEFAULT-VALUE}")
  private int windows = 5;

  @CommandLine.Option(
      names = "--seconds",
      description = "length of a window; default ${DEFAULT-VALUE}")
  private double seconds = 5;

  @CommandLine.Option(
      names = "--write",
      description =
          "writes what the benchmarks came to into the table of docs/benchmarks.md; with all it is always written")
  private boolean write;

  @CommandLine.Option(
      names = "--go-client",
      paramLabel = "FILE",
      description =
          "the client of go-jt808's example/simulator, which the terminals are compared with")
  private Optional<Path> goClient = Optional.empty();

  @CommandLine.Option(
      names = "--ghz",
      paramLabel = "FILE",
      description = "the program that unary-ghz compares with (https://github.com/bojand/ghz)")
  private Optional<Path> ghz = Optional.empty();

  @CommandLine.Option(
      names = "--go-coap",
      paramLabel = "FILE",
      description =
          "the program that peers compares with, made of bench/src/main/peers/go-coap as"
              + " docs/benchmarks.md says")
  private Optional<Path> goCoap = Optional.empty();

  @CommandLine.Option(
      names = "--libcoap",
      paramLabel = "FILE",
      description =
          "the program that peers compares with, made of bench/src/main/peers/libcoap as"
              + " docs/benchmarks.md says")
  private Optional<Path> libcoap = Optional.empty();

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

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(
        ToolCommandLine.of(new CommandLine(new BenchCommand()))
            .setExecutionExceptionHandler(BenchCommand::failed)
            .execute(arguments));
  }

  /** A process that ends early, or cannot be started, is one line; what else fails is a bug. */
  private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(failure instanceof IOException)) {
      throw failure;
    }
    command
        .getErr()
        .println("bench: " + failure.getMessage() + "; the processes' logs may say why");
    return ExitCode.INTERNAL_FAULT.code();
  }

  @Override
  public Integer call() throws Exception {
    if (parts.equals(List.of(ALL))) {
      parts = PARTS;
      write = true;
    }
    for (String part : parts) {
      if (!PARTS.contains(part) && !TERMINALS.contains(part) && !BY_NAME.contains(part)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "there is no benchmark \"%s\"; there are %s, %s, %s"
                .formatted(
                    part,
                    String.join(", ", PARTS),
                    String.join(", ", TERMINALS),
                    String.join(", ", BY_NAME)));
      }
    }
    if (parts.stream().anyMatch(TERMINALS::contains) && OpenFiles.limit() < MOST_FILES) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "the benchmarks of terminals need %d open files, and a process may open %d here; raise that with ulimit -n %d"
              .formatted(MOST_FILES, OpenFiles.limit(), MOST_FILES));
    }
    if (parts.contains(GHZ) && ghz.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), GHZ + " needs the program: --ghz FILE");
    }
    if (parts.contains(PEERS) && goCoap.isEmpty() && libcoap.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          PEERS + " needs a program to compare with: --go-coap FILE, --libcoap FILE or both");
    }
    checkProgram(
        "--go-client", goClient, "build example/simulator/client of go-jt808, or leave it out");
    checkProgram("--ghz", ghz, "get it from https://github.com/bojand/ghz");
    checkProgram("--go-coap", goCoap, "docs/benchmarks.md says how to build it");
    checkProgram("--libcoap", libcoap, "docs/benchmarks.md says how to build it");
    checkProgram("--k6", k6, "get it from https://github.com/grafana/k6");
    checkProgram("--wrk", wrk, "get it from https://github.com/wg/wrk");
    File log = File.createTempFile("bench", ".log");
    System.out.println("the processes' logs are in " + log);
    Findings findings = new Findings(System.out);
    Bench bench = new Bench(System.out, log, findings);
    TerminalBench terminals = new TerminalBench(System.out, log, findings, goClient);
    for (String part : parts) {
      findings.of(part);
      switch (part) {
        case "requests-1000" ->
            bench.requests("peer", 1_000, 20, rate, windows, seconds, REQUESTS_BOUND_SMALL);
        case "requests-5000" ->
            bench.requests("peer", 5_000, 20, rate, windows, seconds, REQUESTS_BOUND_LARGE);
        case "requests-800B" ->
            bench.requests("peer", 1_000, 800, rate, windows, seconds, REQUESTS_BOUND_800_BYTES);
        case "floor" -> bench.floor(5_000, rate, windows, seconds, FLOOR_BOUND);
        case "stacks" ->
            bench.requests("californium", 1_000, 20, rate, windows, seconds, STACKS_BOUND);
        case "handshakes" -> bench.handshakes(2_000, windows, HANDSHAKES_BOUND);
        case "memory" -> bench.memory(10_000, MEMORY_BOUND);
        case "growth" ->
            bench.growth(
                List.of(100, 1_000, 5_000, 10_000, 19_000), 5_000, 3, seconds, GROWTH_BOUND);
        case "terminals-5000" -> terminals.requests(10_000, 5_000, windows, seconds);
        case "terminals-10000" -> terminals.requests(10_000, 10_000, windows, seconds);
        case "terminals-connections" ->
            terminals.requests(MOST_TERMINALS, MOST_TERMINALS / 2.0, windows, seconds);
        case "terminals-memory" -> terminals.memory(MOST_TERMINALS);
        case "unary-stub" ->
            bench.reads("stub", List.of(), READS_UNDER_WAY, windows, seconds, STUB_BOUND);
        case GHZ ->
            bench.reads(
                "ghz",
                List.of(ghz.orElseThrow().toString()),
                READS_UNDER_WAY,
                windows,
                seconds,
                GHZ_BOUND);
        case BACKEND -> new BackendBench(System.out, log, findings).receive(windows, seconds);
        case PEERS -> {
          PeersBench peers = new PeersBench(System.out, log, findings, goCoap, libcoap);
          peers.requests(rate, windows, seconds);
          peers.handshakes(windows);
        }
        case MERGE -> new MergeBench(System.out, log, findings).merge(windows);
        case START -> new StartBench(System.out, log, findings).start(windows);
        case UPDATES ->
            new UpdateBench(System.out, log, findings).requests(tools(), windows, seconds);
        default -> bench.pacing(5_000, 5_000, windows, seconds, PACING_MILLIS, PACING_CORES);
      }
    }
    if (write) {
      Path page = Path.of(System.getProperty("fleetload.home", "."), "docs", "benchmarks.md");
      new FiguresTable(page).write(findings.rows(whenAndWhere()));
      System.out.println("written to " + page);
    }
    return findings.held() ? 0 : 1;
  }

  private String whenAndWhere() {
    return String.format(
        Locale.ROOT,
        "%s, %d processors, JDK %s, `--windows %d --seconds %.0f --rate %.0f`",
        LocalDate.now(ZoneOffset.UTC),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().feature(),
        windows,
        seconds,
        rate);
  }

  private Map<String, String> tools() {
    Map<String, String> tools = new LinkedHashMap<>();
    gatling.ifPresent(jars -> tools.put("gatling", jars));
    k6.ifPresent(program -> tools.put("k6", program.toString()));
    wrk.ifPresent(program -> tools.put("wrk", program.toString()));
    return tools;
  }

  private void checkProgram(String option, Optional<Path> file, String instead) {
    if (file.isPresent() && !Files.isExecutable(file.get())) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "%s: %s is no program; %s".formatted(option, file.get(), instead));
    }
  }
}
