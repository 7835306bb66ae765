// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ContestantClient;
import java.io.File;
import java.io.IOException;
import java.util.List;

/**
 * The server that all contestants of a benchmark drive, in a process of its own.
 *
 * @param port on this host
 */
record BenchTarget(ContestantClient process, String port) implements AutoCloseable {
  private static final List<String> JAVA = List.of("-Xmx4g", "-XX:+UseSerialGC");

  /**
   * Starts it and waits until it is ready.
   *
   * @param place what is put before the command
   * @param program prints {@code port PORT} when it is ready
   */
  static BenchTarget start(List<String> place, Class<?> program, File log) throws IOException {
    ContestantClient server = ContestantClient.start(place, program, JAVA, List.of(), log);
    return new BenchTarget(server, server.line().split(" ")[1]);
  }

  @Override
  public void close() {
    process.close();
  }
}
