// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.Running;
import io.fleetload.tool.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A way of being many vehicle terminals.
 *
 * @param name in what is told
 * @param program what {@link ContestantProcess} calls it
 * @param java options of its virtual machine
 * @param further what it has to be told besides
 */
record TerminalClient(String name, String program, List<String> java, List<String> further) {
  private static final List<String> SMALL_HEAP = List.of("-Xmx64m", "-XX:+UseSerialGC");

  /** The product, with the address it connects from and a precision of the devices' thread. */
  static TerminalClient product(String name, String source, String precision) {
    return new TerminalClient(
        name, "terminals", JavaOptions.OF_DEVICES, List.of(source, precision));
  }

  /** Vert.x, in a virtual machine like the product's, with the address it connects from. */
  static TerminalClient netClient(String source) {
    return new TerminalClient("NetClient", "netclient", JavaOptions.OF_DEVICES, List.of(source));
  }

  /** The client of go-jt808. */
  static TerminalClient go(Path file) {
    return new TerminalClient("go-jt808", "go", SMALL_HEAP, List.of(file.toString()));
  }

  /** Starts it against a server, for so many locations a second. */
  Running start(TerminalServer server, double rate, File log) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(
            program, server.address(), String.format(Locale.ROOT, "%.0f", rate), server.metrics()));
    arguments.addAll(further);
    return Running.start(List.of(), ContestantProcess.class, java, arguments, log);
  }
}
