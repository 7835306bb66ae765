// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.file.Path;

/** A further form in which a run is written, such as that of a published report. */
public interface ResultView {
  /**
   * Writes what the device side's book says.
   *
   * @param directory the run's
   * @throws IOException with one line if it cannot be written
   */
  default void write(DeviceBook book, Path directory) throws IOException {}

  /**
   * Writes what the backend's book says.
   *
   * @param directory the run's
   * @throws IOException with one line if it cannot be written
   */
  default void write(BackendBook book, Path directory) throws IOException {}

  /**
   * Writes what the whole run says, once it is judged.
   *
   * @param directory the run's
   * @throws IOException with one line if it cannot be written
   */
  default void write(Result result, Path directory) throws IOException {}
}
