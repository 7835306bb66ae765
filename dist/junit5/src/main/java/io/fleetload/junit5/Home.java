// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Folder of the programs: a release that was unpacked, or a checkout that was built.
 *
 * @param folder the one with the script {@code loadtest}
 */
record Home(Path folder) {
  /** The system property that names one. */
  static final String PROPERTY = "fleetload.home";

  /**
   * The one that the system property names, else the release on the class path.
   *
   * @throws LoadTestException with one line that says what to add where there is neither
   */
  static Home find() {
    String named = System.getProperty(PROPERTY);
    return named == null || named.isBlank() ? Release.onTheClassPath().unpacked() : at(named);
  }

  static Home at(String folder) {
    return new Home(Path.of(folder).toAbsolutePath());
  }

  /** {@code loadtest}. */
  List<String> loadtest(List<String> arguments) {
    return java(
        List.of("-XX:TieredStopAtLevel=1", "-Xmx1g", "-D" + PROPERTY + "=" + folder),
        jar("campaign"),
        arguments);
  }

  /** The embedded Hono. */
  List<String> hono(List<String> arguments) {
    List<String> options = new ArrayList<>(List.of("-Xmx3g"));
    String more = System.getenv().getOrDefault("FLEETLOAD_JAVA_OPTIONS", "").strip();
    if (!more.isEmpty()) {
      options.addAll(List.of(more.split("\\s+")));
    }
    return java(options, jar("hono-embedded", "hono-deploy/embedded"), arguments);
  }

  /** Returns the command that makes a target know its devices. */
  List<String> provisioning(List<String> arguments) {
    return java(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"), jar("provisioning"), arguments);
  }

  private Path jar(String name) {
    return jar(name, name);
  }

  /** A release has all jars in its folder, a checkout each where it was built. */
  private Path jar(String name, String module) {
    Path released = folder.resolve(name + ".jar");
    Path built = folder.resolve(module).resolve("target").resolve(name + ".jar");
    Path jar = Files.exists(released) ? released : built;
    if (!Files.exists(jar)) {
      throw new LoadTestException(
          Verdict.WRONG_USAGE,
          ("%s: has no %s.jar, expected the folder of a release, or a checkout after ./mvnw"
                  + " package (%s)")
              .formatted(folder, name, PROPERTY));
    }
    return jar;
  }

  private static List<String> java(List<String> options, Path jar, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    return command;
  }
}
