// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that a test needs while it runs; it is ended with the test. */
final class Background implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;
  private final List<String> said = new ArrayList<>();

  /** Starts it; what it says on either stream is read as one. */
  Background(File folder, List<String> command) throws IOException {
    process = new ProcessBuilder(command).directory(folder).redirectErrorStream(true).start();
    lines = process.inputReader();
  }

  /**
   * Reads until a line that contains a text.
   *
   * @return the line; null where it ended before
   */
  String until(String text) throws IOException {
    String line = lines.readLine();
    while (line != null) {
      said.add(line);
      if (line.contains(text)) {
        Thread rest = new Thread(this::readOn, "rest");
        rest.setDaemon(true);
        rest.start();
        return line;
      }
      line = lines.readLine();
    }
    return null;
  }

  /** So that it never waits for a reader. */
  private void readOn() {
    try {
      while (lines.readLine() != null) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** What it said until then. */
  String said() {
    return String.join("\n", said);
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
