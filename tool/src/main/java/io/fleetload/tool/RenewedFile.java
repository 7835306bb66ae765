// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file that is written anew while a run goes on, so that a killed run still speaks. A renewal
 * that fails, as on a full disk, costs neither the run nor the file before; it is said once.
 */
public final class RenewedFile {
  private final Path file;
  private final Consumer<String> say;
  private boolean failing;

  /**
   * A file that is not yet there.
   *
   * @param say told in one line when a renewal fails after one that did not, and when one succeeds
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
