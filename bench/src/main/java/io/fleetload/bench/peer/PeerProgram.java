// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.peer;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.bench.contestant.Running;
import io.fleetload.bench.fleet.HonoLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Many devices of a library that is not of Java, in a closed loop. Its program, whose source is in
 * {@code bench/src/main/peers}, takes the commands of a contestant and answers each with how many
 * requests were confirmed and how many failed. It does nothing while it waits for a command.
 */
public final class PeerProgram implements Contestant {
  private static final int FIGURES = 2;

  private final Path file;
  private final Running program;

  /**
   * Starts the program, which has no devices yet.
   *
   * @param port of the server
   * @param bytes of a message
   */
  public PeerProgram(Path file, int port, int bytes) throws IOException {
    this.file = file;
    this.program =
        Running.program(
            List.of(
                file.toAbsolutePath().toString(),
                "127.0.0.1:" + port,
                HonoLoad.SECRET,
                Integer.toString(bytes)));
  }

  @Override
  public Deeds connect(int count, double perSecond) throws IOException {
    return ask("connect " + count + " " + perSecond);
  }

  /** Each of its devices is closed as soon as its message is confirmed. */
  @Override
  public Deeds handshakes(int count, double perSecond) throws IOException {
    return ask("handshakes " + count + " " + perSecond);
  }

  @Override
  public Deeds send(double seconds) throws IOException {
    return ask("send " + seconds);
  }

  @Override
  public Optional<ProcessHandle> program() {
    return Optional.of(program.handle());
  }

  @Override
  public void collect() throws IOException {
    ask("collect");
  }

  @Override
  public void disconnect() throws IOException {
    ask("disconnect");
  }

  /** Neither library says how many datagrams it sent again. */
  private Deeds ask(String command) throws IOException {
    double[] figures = program.ask(command);
    if (figures.length != FIGURES) {
      throw new IOException(
          "%s printed %d figures in place of %d".formatted(file, figures.length, FIGURES));
    }
    return new Deeds((long) figures[0], (long) figures[1], 0);
  }
}
