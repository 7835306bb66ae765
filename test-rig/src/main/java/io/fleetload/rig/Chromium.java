// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The browser of this machine, without a window: opens one page and tells what became of it.
 *
 * @param directory where it keeps its own files and leaves what it tells
 */
public record Chromium(Path directory) {

  /** Path of the browser; empty if this machine has none. */
  public static Optional<Path> installed() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(each -> Path.of(each, "chromium"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The page after its scripts have run, written when the browser ends. */
  public Path dom() {
    return directory.resolve("dom.html");
  }

  /** File with the browser's own output. */
  public Path log() {
    return directory.resolve("browser.log");
  }

  /**
   * Begins to open a page.
   *
   * @param options besides those that keep it from doing anything else
   * @throws IOException if it cannot be started
   * @throws java.util.NoSuchElementException if this machine has none
   */
  public Process open(String address, List<String> options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                installed().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + directory.resolve("browser")));
    command.addAll(options);
    command.add("--dump-dom");
    command.add(address);
    return new ProcessBuilder(command)
        .redirectOutput(dom().toFile())
        .redirectError(log().toFile())
        .start();
  }
}
