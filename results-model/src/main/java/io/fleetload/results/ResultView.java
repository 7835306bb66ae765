// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.io.IOException;
import java.nio.file.Path;

/** A further form in which the books of a run are written, such as that of a published report. */
public interface ResultView {
  /**
   * Writes what the device side's book says.
   *
   * @param directory the run's
   * @throws IOException with one line if it cannot be written
   */
  void write(DeviceBook book, Path directory) throws IOException;

  /**
   * Writes what the backend's book says.
   *
   * @param directory the run's
   * @throws IOException with one line if it cannot be written
   */
  void write(BackendBook book, Path directory) throws IOException;
}
