// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.bench.contestant.ContestantClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The embedded Hono, Kafka and registry at free ports, in a process of their own.
 *
 * @param ready what it said when it was ready: where each of its listeners is
 */
record EmbeddedStack(ContestantClient process, JsonNode ready) implements AutoCloseable {
  private static final String JAR = "hono-deploy/embedded/target/hono-embedded.jar";

  /**
   * Starts it and waits until it is ready.
   *
   * @param java options of its virtual machine
   * @param more of its own options
   */
  static EmbeddedStack start(List<String> java, List<String> more, File log) throws IOException {
    Path home = Path.of(System.getProperty("fleetload.home", "."));
    List<String> arguments = new ArrayList<>();
    for (String listener : List.of("coap", "kafka", "mongodb", "infinispan", "http")) {
      arguments.add("--" + listener + "-port=0");
    }
    arguments.add("--until-stdin-closes");
    arguments.addAll(more);
    ContestantClient process = ContestantClient.start(home.resolve(JAR), java, arguments, log);
    try {
      return new EmbeddedStack(process, new ObjectMapper().readTree(process.line()));
    } catch (IOException e) {
      process.close();
      throw e;
    }
  }

  /** Returns the address of a listener, by its name in a profile's {@code target}. */
  String at(String listener) {
    return ready.get(listener).textValue();
  }

  @Override
  public void close() {
    process.close();
  }
}
