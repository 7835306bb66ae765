// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start, the errors and the end of each pack's embedded server as a process. */
public abstract class ServerProcessContract {
  private final String jar;
  private final String name;
  private final List<String> always;
  private final List<String> ports;

  @TempDir private Path temporary;

  /**
   * Of the server of that name.
   *
   * @param always arguments with which it starts quickly
   * @param ports its options that take a port
   */
  protected ServerProcessContract(
      String jar, String name, List<String> always, List<String> ports) {
    this.jar = jar;
    this.name = name;
    this.always = always;
    this.ports = ports;
  }

  /** The pattern that all of its line of JSON matches. */
  protected abstract String ready();

  @Test
  void itEndsWhenItsInputClosesAndLeavesNothing() throws Exception {
    try (ServerProcess server = started()) {
      assertThat(server.says()).matches(ready());
      server.closeItsInput();
      assertThat(server.exitCode()).isZero();
      assertThat(server.says()).isNull();
      assertThat(server.complaints()).isEmpty();
      assertThat(left()).isEmpty();
    }
  }

  @Test
  void aSignalEndsItAndItLeavesNothing() throws Exception {
    try (ServerProcess server = started()) {
      assertThat(server.says()).contains("ready");
      server.signal();
      assertThat(server.exitCode()).isEqualTo(128 + 15);
      assertThat(server.complaints()).isEmpty();
      assertThat(left()).isEmpty();
    }
  }

  @Test
  void aPortThatIsTakenIsSaidInOneLine() throws Exception {
    for (String option : ports) {
      try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          ServerProcess server = started(option + "=" + taken.getLocalPort())) {
        assertThat(server.exitCode()).isEqualTo(3);
        assertThat(server.complaints())
            .singleElement()
            .asString()
            .startsWith(name + ": ")
            .contains("127.0.0.1:" + taken.getLocalPort() + " (", "in use", option);
      }
    }
  }

  @Test
  void aWrongPortIsSaidInOneLine() throws Exception {
    isWrong("--port=65536", "--port", "'65536'", "0 to 65535");
  }

  /** Expects that an argument is refused at its option, in one line that names all of it. */
  protected final void isWrong(String argument, String option, String... what) throws Exception {
    try (ServerProcess server = started(argument)) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith(name + ": " + option + ": ")
          .contains(what)
          .contains("--help");
    }
  }

  /** Starts it small, with what it always has and with more arguments. */
  protected final ServerProcess started(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(always);
    arguments.addAll(List.of(more));
    return ServerProcess.of(jar, javaOptions(), arguments);
  }

  /** Starts it small, with these arguments and no others. */
  protected final ServerProcess startedWith(String... arguments) throws IOException {
    return ServerProcess.of(jar, javaOptions(), List.of(arguments));
  }

  /** The same, with so many files that it may open. */
  protected final ServerProcess startedLimitedTo(int openFiles, String... arguments)
      throws IOException {
    return ServerProcess.limitedTo(openFiles, jar, javaOptions(), List.of(arguments));
  }

  private List<String> javaOptions() {
    return List.of(
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-Djava.io.tmpdir=" + temporary);
  }

  /** Files of the server, not the virtual machine's own. */
  protected final List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> !file.getFileName().toString().startsWith("hsperf")).toList();
    }
  }
}
