// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The product as it was built in this tree. */
final class Product {
  /** Half of what a process of a few seconds costs is the second compiler's work. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private Product() {}

  /** {@code loadtest} with those arguments. */
  static Started loadtest(List<String> arguments) throws IOException {
    return loadtest(List.of(), arguments);
  }

  /** The same with further options of its virtual machine. */
  static Started loadtest(List<String> options, List<String> arguments) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("-Xmx128m", "-XX:+UseSerialGC", "-Dfleetload.home=" + root()));
    all.addAll(options);
    List<String> command = java("campaign/target/campaign.jar", all.toArray(String[]::new));
    command.addAll(arguments);
    return Started.command(command, Map.of("FLEETLOAD_JAVA_OPTIONS", QUICK));
  }

  /**
   * The embedded stack at free ports; it stops when it is closed.
   *
   * @param more further arguments
   */
  static Started stack(List<String> more) throws IOException {
    List<String> command =
        java("hono-deploy/embedded/target/hono-embedded.jar", "-Xmx1g", "-XX:+UseSerialGC");
    for (String listener : List.of("coap", "kafka", "mongodb", "infinispan", "http")) {
      if (more.stream().noneMatch(each -> each.startsWith("--" + listener + "-port="))) {
        command.add("--" + listener + "-port=0");
      }
    }
    // Hono's services have time for their first answers, however busy the machine is.
    command.addAll(List.of("--request-timeout=10s", "--flow-latency=10s"));
    command.add("--until-stdin-closes");
    command.addAll(more);
    return Started.command(command, Map.of());
  }

  /** The command line of a tool's jar. */
  static List<String> java(String jar, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(QUICK);
    command.addAll(List.of(options));
    command.addAll(List.of("-jar", root().resolve(jar).toString()));
    return command;
  }

  /** The root of the source tree, wherever the tests were started. */
  static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("loadtest"))) {
      here = here.getParent();
    }
    return here;
  }
}
