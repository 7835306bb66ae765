// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import io.fleetload.process.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;

/**
 * A JVM that makes an archive.
 *
 * @param made where it writes it
 */
record Dump(ClassArchive archive, Path made, Process process) implements AutoCloseable {
  /** Of a process that HUP, INT or TERM ended: Ctrl-C reaches it before {@link StopSignal}. */
  private static final Set<Integer> STOPPED = Set.of(128 + 1, 128 + 2, 128 + 15);

  /**
   * Starts one.
   *
   * @param loaded the classes
   * @param directory for its files
   * @throws IOException if it cannot be started
   */
  static Dump start(ClassArchive archive, List<String> loaded, Path directory) throws IOException {
    Path list = Files.write(directory.resolve(archive.program() + ".classes"), loaded);
    Path made = directory.resolve(archive.program() + ".jsa");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-Xlog:disable",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve(archive.program() + ".fault"),
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + made,
                "-jar",
                archive.jar().toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Dump(archive, made, process);
  }

  /**
   * Waits for it and puts the archive in its place; an empty file where the JVM could not make one.
   *
   * @param stop a dump that it ended says nothing about the JVM
   * @return whether the archive was tried
   * @throws IOException if the file cannot be written
   */
  boolean finish(StopSignal stop) throws IOException, InterruptedException {
    int code = process.waitFor();
    if (stop.why() != null || STOPPED.contains(code)) {
      return false;
    }
    if (code != 0 || !Files.exists(made)) {
      Files.deleteIfExists(made);
      Files.createFile(made);
    }
    Files.move(made, archive.file(), StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** Ends it and waits for its end. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
