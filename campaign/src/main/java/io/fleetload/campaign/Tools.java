package io.fleetload.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the tools are and how they are started.
 *
 * @param home the root of the source tree, in which each was built
 */
record Tools(Path home) {
  private static final List<String> SMALL_HEAP = List.of("-Xmx512m", "-XX:+UseSerialGC");

  /** The embedded Hono stack. */
  List<String> stack(List<String> arguments) {
    return java(
        List.of("-Xms512m", "-Xmx3g"), "hono-deploy/embedded/target/hono-embedded.jar", arguments);
  }

  /** Provisioning. */
  List<String> provisioning(List<String> arguments) {
    return java(SMALL_HEAP, "provisioning/target/provisioning.jar", arguments);
  }

  /** The backend simulator. */
  List<String> backend(List<String> arguments) {
    return java(SMALL_HEAP, "backend-simulator/target/backend-simulator.jar", arguments);
  }

  /** The device simulator. */
  List<String> devices(List<String> arguments) {
    return java(
        List.of("-Xmx1g", "-XX:+UseSerialGC"),
        "device-simulator/target/device-simulator.jar",
        arguments);
  }

  /** The calibration, which starts the device simulator itself. */
  List<String> calibration(List<String> arguments) {
    return java(
        List.of("-Xmx512m", "-XX:+UseSerialGC", "-Dfleetload.home=" + home),
        "calibration/target/calibration.jar",
        arguments);
  }

  private List<String> java(List<String> options, String jar, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-jar");
    command.add(home.resolve(jar).toString());
    command.addAll(arguments);
    return command;
  }
}
