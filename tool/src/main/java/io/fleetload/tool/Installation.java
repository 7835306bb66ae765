// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.process.UsageException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Folder of the programs: a release that was unpacked, or the source tree in which they were built.
 *
 * @param home the folder that has the script {@code loadtest}
 */
public record Installation(Path home) {
  private static final String HOME = "fleetload.home";
  private static final String SCRIPT = "loadtest";

  /**
   * Returns the installation of the program that runs: the folder that {@code -Dfleetload.home}
   * names, else the first one from its own jar upward that has the script.
   *
   * @throws UsageException if no such folder is found, because the jar was copied to another place
   */
  public static Installation own() throws UsageException {
    String named = System.getProperty(HOME);
    return named != null ? new Installation(Path.of(named)) : above(ownJar());
  }

  /** The same of a jar of ours, or of a folder of classes. */
  static Installation above(Path jar) throws UsageException {
    for (Path folder = jar.getParent(); folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve(SCRIPT))) {
        return new Installation(folder);
      }
    }
    throw new UsageException(
        "%s: the other programs are not here, as no folder above it has the script %s; say where they"
                .formatted(jar, SCRIPT)
            + " are: java -D%s=FOLDER -jar %s".formatted(HOME, jar.getFileName()));
  }

  private static Path ownJar() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A program's jar. A release has all of them in its home.
   *
   * @param built where the source tree has it, from its root
   */
  public Path jar(String built) {
    Path released = home.resolve(Path.of(built).getFileName());
    return Files.exists(released) ? released : home.resolve(built);
  }
}
