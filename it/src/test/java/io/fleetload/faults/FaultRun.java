// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import io.fleetload.it.CommandRun;
import io.fleetload.it.Hono;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of the product against a Hono, while things go wrong as a schedule says. */
final class FaultRun {
  /** Where what came of each run is kept. */
  private static final Path KEPT = Home.root().resolve("it/target/faults");

  private final Hono hono;
  private final Path directory;
  private final String name;
  private final List<String> javaOptions;

  /**
   * A run.
   *
   * @param hono knows the tenant already
   * @param directory where its profile and its results go
   * @param name its name and its tenant's
   */
  FaultRun(Hono hono, Path directory, String name) {
    this(hono, directory, name, List.of());
  }

  private FaultRun(Hono hono, Path directory, String name, List<String> javaOptions) {
    this.hono = hono;
    this.directory = directory;
    this.name = name;
    this.javaOptions = javaOptions;
  }

  /** The same with further options of the campaign's virtual machine. */
  FaultRun with(String... options) {
    return new FaultRun(hono, directory, name, List.of(options));
  }

  /**
   * What came of it.
   *
   * @param exit the campaign's exit code
   * @param out what it printed
   * @param err what it printed to its standard error
   * @param files its books and its result
   * @param network what the network did
   * @param findings what is not as it should be, in any run
   */
  record Outcome(
      int exit,
      String out,
      String err,
      RunFiles files,
      UdpProxy.Done network,
      List<String> findings) {

    /** The verdict's word; empty where there is no result. */
    String status() {
      return files.status();
    }

    /** The verdict's reasons, one after the other. */
    String reasons() {
      return files.result().at("/verdict/reasons").toString();
    }

    @Override
    public String toString() {
      return "exit %d, %s %s%n%s%n%s%n%s%n%s"
          .formatted(exit, status(), reasons(), network, findings, out, err);
    }
  }

  /** Runs it to its end and looks at what it left. */
  Outcome under(FaultSchedule schedule) throws Exception {
    Path out = directory.resolve("out");
    Path profile = directory.resolve(name + ".yaml");
    Files.createDirectories(directory);
    Files.writeString(profile, schedule.load().profile(name, name));
    try (UdpProxy network = new UdpProxy(hono.address("coap"));
        KafkaProxy kafka = new KafkaProxy(hono.address("kafka"));
        CommandRun run =
            CommandRun.loadtest(
                javaOptions,
                List.of(
                    "run",
                    profile.toString(),
                    "--set=target.coap=" + network.address(),
                    "--set=target.kafka=" + kafka.address(),
                    "--set=target.provision=false",
                    "--out=" + out))) {
      run.line(line -> line.startsWith("measure"));
      List<ProcessHandle> family = run.family();
      network.begin(new Link(schedule.seed(), schedule.link()));
      int exit;
      try (PartFaults parts = new PartFaults(run, hono, kafka, directory)) {
        parts.begin(schedule.parts());
        exit = run.exit();
      }
      Set<String> findings = new LinkedHashSet<>(whoIsLeft(family, out));
      if (exit == 128 + 9) {
        findings.addAll(report(out));
      }
      RunFiles files = RunFiles.in(out);
      if (files.isComplete() && exit != files.result().at("/verdict/exitCode").asInt()) {
        findings.add("ends with " + exit + " and says " + files.result().path("verdict"));
      }
      findings.addAll(Audit.findings(files, arrived(files.run())));
      Outcome outcome =
          new Outcome(exit, run.out(), run.err(), files, network.done(), List.copyOf(findings));
      Files.writeString(
          Files.createDirectories(KEPT).resolve(name + ".txt"), schedule + "\n" + outcome + "\n");
      return outcome;
    }
  }

  /** A stack that was killed is started again where it left its data. */
  private Arrived arrived(String id) throws Exception {
    if (hono.process().isAlive()) {
      return new TopicReader(hono.endpoint("kafka")).read(name, id);
    }
    try (Hono again = hono.again()) {
      return new TopicReader(again.endpoint("kafka")).read(name, id);
    }
  }

  /** A campaign that was killed says nothing; what its tools wrote is read afterwards. */
  private static List<String> report(Path out) throws Exception {
    try (CommandRun report = CommandRun.loadtest(List.of("report", out.toString()))) {
      int exit = report.exit();
      return exit == 0 ? List.of() : List.of("report ends with " + exit + ": " + report.err());
    }
  }

  private static List<String> whoIsLeft(List<ProcessHandle> family, Path out)
      throws InterruptedException {
    List<String> left = new ArrayList<>();
    for (ProcessHandle each : family) {
      try {
        each.onExit().get(30, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        left.add("left: " + each.info().commandLine().orElse("process " + each.pid()));
        each.destroyForcibly();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(out.toString()))
        .forEach(each -> left.add("left: " + each.info().commandLine().orElse("")));
    return left;
  }
}
