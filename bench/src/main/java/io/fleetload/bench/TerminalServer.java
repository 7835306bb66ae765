// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.bench.contestant.Running;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The embedded server of pack jt808 without a store, as what the terminals talk to.
 *
 * @param address host:port
 * @param metrics its page
 */
record TerminalServer(Running process, String address, String metrics) implements AutoCloseable {
  private static final String JAR = "packs/jt808/embedded/target/jt808-embedded.jar";
  private static final List<String> JAVA = List.of("-Xmx1g", "-XX:+UseSerialGC");
  private static final List<String> ARGUMENTS = List.of("--store", "none", "--nats", "stand-in");

  static TerminalServer start(File log) throws IOException {
    Path home = Path.of(System.getProperty("fleetload.home", "."));
    Running process = Running.start(home.resolve(JAR), JAVA, ARGUMENTS, log);
    JsonNode ready = new ObjectMapper().readTree(process.line());
    return new TerminalServer(
        process, ready.get("server").textValue(), ready.get("metrics").textValue());
  }

  @Override
  public void close() {
    process.close();
  }
}
