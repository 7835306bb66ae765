// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import io.fleetload.campaign.archive.ClassArchives;
import io.fleetload.campaign.archive.NewArchives;
import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Pack;
import io.fleetload.process.UsageException;
import io.fleetload.tool.Installation;
import io.fleetload.tool.JavaOptions;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The tools' programs and the options with which they start.
 *
 * @param javaOptions further options of every Java process of a run; they win over the tool's own
 *     options, because the last one wins
 * @param archives from which they start sooner, if any
 */
public record Tools(Installation installation, List<String> javaOptions, ClassArchives archives) {
  /** The name of this program, in what it says. */
  public static final String LOADTEST = "loadtest";

  private static final String OWN = "campaign/target/campaign.jar";
  private static final String DEVICES = "device-simulator/target/device-simulator.jar";
  private static final String BENCH = "bench/target/bench.jar";

  private static final List<String> SMALL_HEAP = JavaOptions.of("-Xmx512m", "-XX:+UseSerialGC");

  /** Options with enough heap for a million devices. */
  private static final List<String> OF_PROVISIONING =
      JavaOptions.of("-Xmx256m", "-XX:+UseSerialGC", calledBy("provision"));

  /**
   * Returns the tools beside this program, with the options of the environment.
   *
   * @throws UsageException if the tools are missing
   */
  public static Tools here() throws UsageException {
    return of(Installation.own(), System.getenv(), ClassArchives.none());
  }

  /**
   * Returns the same tools, started from the archives of their classes.
   *
   * @param pack the pack with its classes in the archives
   * @throws UsageException if the tools are missing
   */
  public static Tools here(Pack<?> pack) throws UsageException {
    return of(Installation.own(), System.getenv(), ClassArchives.of(pack.name()));
  }

  /**
   * Returns the tools of an installation.
   *
   * @param environment with options in {@code FLEETLOAD_JAVA_OPTIONS}, separated by blanks, if any
   */
  static Tools of(
      Installation installation, Map<String, String> environment, ClassArchives archives) {
    String options = environment.getOrDefault("FLEETLOAD_JAVA_OPTIONS", "").trim();
    return new Tools(
        installation, options.isEmpty() ? List.of() : List.of(options.split("\\s+")), archives);
  }

  /** A target that is started for the run. */
  public List<String> target(Launch launch, List<String> arguments) {
    return java(
        JavaOptions.of(launch.javaOptions().toArray(String[]::new)), launch.jar(), arguments);
  }

  /** A command of provisioning. */
  public List<String> provisioning(String command, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(arguments);
    return java(OF_PROVISIONING, "provisioning/target/provisioning.jar", all);
  }

  /** The backend simulator. */
  public List<String> backend(List<String> arguments) {
    return java(SMALL_HEAP, "backend-simulator/target/backend-simulator.jar", arguments);
  }

  /** The device simulator. */
  public List<String> devices(List<String> arguments) {
    return java(JavaOptions.OF_DEVICES, DEVICES, arguments);
  }

  /** The calibration, which starts the device simulator itself. */
  public List<String> calibration(List<String> arguments) {
    return java(
        JavaOptions.of("-Xmx512m", "-XX:+UseSerialGC", ownHome()),
        "calibration/target/calibration.jar",
        arguments);
  }

  /** This program once more, with the options of this process. */
  public List<String> itself(List<String> arguments) {
    return started(ManagementFactory.getRuntimeMXBean().getInputArguments(), OWN, arguments);
  }

  /** A short load test of a profile in which each process writes an archive of its classes. */
  public List<String> toArchive(NewArchives archives, Path profile) {
    List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"));
    options.addAll(archives.options("campaign"));
    options.add(ownHome());
    return started(
        options,
        OWN,
        List.of(
            "run",
            profile.toString(),
            "--set=phases.warmUp=1s",
            "--set=phases.measure=3s",
            "--until-stdin-closes",
            "--out=" + archives.made().resolve("run")));
  }

  /** Returns whether {@code loadtest archive} would make the programs start sooner. */
  public boolean couldBeArchived() {
    return archives.couldBeMade(installation.jar(DEVICES));
  }

  /** Returns whether the benchmarks are there; a release has none. */
  public boolean hasBench() {
    return Files.exists(installation.jar(BENCH));
  }

  /** The benchmarks, which start their own processes and are compared with earlier ones. */
  public List<String> bench(List<String> arguments) {
    return started(List.of(ownHome(), calledBy("bench")), BENCH, arguments);
  }

  /** A tool's help and mistakes name the command that the user gave. */
  private static String calledBy(String command) {
    return "-D%s=%s %s".formatted(ToolCommandLine.NAME, LOADTEST, command);
  }

  private String ownHome() {
    return "-Dfleetload.home=" + installation.home();
  }

  private List<String> java(List<String> options, String jar, List<String> arguments) {
    List<String> all = new ArrayList<>(options);
    all.addAll(archives.options(installation.jar(jar)));
    all.addAll(javaOptions);
    return started(all, jar, arguments);
  }

  private List<String> started(List<String> options, String jar, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-jar");
    command.add(installation.jar(jar).toString());
    command.addAll(arguments);
    return command;
  }
}
