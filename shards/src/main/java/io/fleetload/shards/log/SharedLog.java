// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.TargetException;
import java.util.List;

/**
 * A log that all processes of a run append to and read in one order. Readers that have read as far
 * agree without asking each other. Not thread-safe.
 */
public interface SharedLog extends AutoCloseable {
  /** Returns its name in messages. */
  String name();

  /**
   * Adds an entry; once it returns, the log keeps it.
   *
   * @throws TargetException if the log does not take it
   */
  void append(String entry) throws TargetException;

  /**
   * The next entries in their order, about 1 MB at most; may wait for the first of them, for 100
   * ms.
   *
   * @throws TargetException if the log cannot be read
   */
  List<String> read() throws TargetException;

  /**
   * Leaves out what is there already.
   *
   * @throws TargetException if the log cannot be read
   */
  void skip() throws TargetException;

  @Override
  void close();
}
