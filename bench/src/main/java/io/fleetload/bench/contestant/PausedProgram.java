// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.contestant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that never stops by itself, and so is stopped by a signal while others have their turn.
 */
public final class PausedProgram {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private Process process;

  /** One that was not started. It ends with this virtual machine. */
  public PausedProgram() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
  }

  /** Starts it; what it prints is thrown away. */
  public void start(List<String> command) throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** The process, where there is one. */
  public Optional<ProcessHandle> handle() {
    return Optional.ofNullable(process).map(Process::toHandle);
  }

  /** Stops it until {@link #goOn()}; it stands still when this returns. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
    while (process.isAlive() && !state().equals("T")) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private String state() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[0];
  }

  /** Lets it go on after {@link #pause()}. */
  public void goOn() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    List<String> command = List.of("kill", "-" + name, Long.toString(process.pid()));
    if (!process.isAlive() || new ProcessBuilder(command).start().waitFor() != 0) {
      throw new IOException("%s ended early".formatted(process.info().command().orElse("it")));
    }
  }

  /** Ends it at once, paused or not; does nothing where it was not started. */
  public void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
