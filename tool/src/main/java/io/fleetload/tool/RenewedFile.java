// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file that is written again and again while a run goes on, so that a killed run still has one. A
 * failed renewal, as on a full disk, affects neither the run nor the file before; it is reported
 * once.
 */
public final class RenewedFile {
  private final Path file;
  private final Consumer<String> say;
  private boolean failing;

  /**
   * Creates a file that is not yet there.
   *
   * @param say receives one line when a renewal fails after one that did not, and when one succeeds
   *     again
   */
  public RenewedFile(Path file, Consumer<String> say) {
    this.file = file;
    this.say = say;
  }

  /** Writes what takes the place of what is there. */
  public synchronized void renew(Object value) {
    try {
      ResultFiles.write(file, value);
      if (failing) {
        failing = false;
        say.accept(file + ": is written again");
      }
    } catch (IOException e) {
      if (!failing) {
        failing = true;
        say.accept(e.getMessage() + "; the run goes on, and what was written before stays");
      }
    }
  }
}
