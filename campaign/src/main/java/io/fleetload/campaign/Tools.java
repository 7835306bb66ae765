// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.pack.Target;
import io.fleetload.process.UsageException;
import io.fleetload.tool.Installation;
import io.fleetload.tool.JavaOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where the tools are and how they are started.
 *
 * @param javaOptions further options of every Java process of a run; where both say something they
 *     win over the tool's own, since the last one does
 */
record Tools(Installation installation, List<String> javaOptions) {
  private static final String BENCH = "bench/target/bench.jar";

  private static final List<String> SMALL_HEAP = List.of("-Xmx512m", "-XX:+UseSerialGC");

  /** What a million devices take. */
  private static final List<String> SMALLEST_HEAP = List.of("-Xmx256m", "-XX:+UseSerialGC");

  /**
   * Those beside this program, with the options of the environment.
   *
   * @throws UsageException if there are none
   */
  static Tools here() throws UsageException {
    return of(Installation.own(), System.getenv());
  }

  /**
   * Those of an installation.
   *
   * @param environment whose {@code FLEETLOAD_JAVA_OPTIONS} are options between blanks, if any
   */
  static Tools of(Installation installation, Map<String, String> environment) {
    String options = environment.getOrDefault("FLEETLOAD_JAVA_OPTIONS", "").trim();
    return new Tools(installation, options.isEmpty() ? List.of() : List.of(options.split("\\s+")));
  }

  /** A target that is started for the run. */
  List<String> target(Target.Launch launch, List<String> arguments) {
    return java(launch.javaOptions(), launch.jar(), arguments);
  }

  /** A command of provisioning. */
  List<String> provisioning(String command, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(arguments);
    return java(SMALLEST_HEAP, "provisioning/target/provisioning.jar", all);
  }

  /** The backend simulator. */
  List<String> backend(List<String> arguments) {
    return java(SMALL_HEAP, "backend-simulator/target/backend-simulator.jar", arguments);
  }

  /** The device simulator. */
  List<String> devices(List<String> arguments) {
    return java(JavaOptions.OF_DEVICES, "device-simulator/target/device-simulator.jar", arguments);
  }

  /** The calibration, which starts the device simulator itself. */
  List<String> calibration(List<String> arguments) {
    return java(
        List.of("-Xmx512m", "-XX:+UseSerialGC", ownHome()),
        "calibration/target/calibration.jar",
        arguments);
  }

  /** Whether the benchmarks are there; a release has none. */
  boolean hasBench() {
    return Files.exists(installation.jar(BENCH));
  }

  /** The benchmarks, which start their own processes and are compared with earlier ones. */
  List<String> bench(List<String> arguments) {
    return started(List.of(ownHome()), BENCH, arguments);
  }

  private String ownHome() {
    return "-Dfleetload.home=" + installation.home();
  }

  private List<String> java(List<String> options, String jar, List<String> arguments) {
    List<String> all = new ArrayList<>(options);
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
