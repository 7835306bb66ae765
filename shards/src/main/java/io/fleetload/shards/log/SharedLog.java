// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.TargetException;
import java.util.List;

/**
 * A log that all processes of a run append to and read. It has one order, or several: then the
 * entries of a writer are in one of them, and all readers see them in the order in which the writer
 * appended them. Readers of a log of one order that have read as far agree without asking each
 * other. Not thread-safe.
 */
public interface SharedLog extends AutoCloseable {
  /** Returns its name in messages. */
  String name();

  /**
   * Adds an entry; once it returns, the log keeps it.
   *
   * @param writer the writer's number, from 1; its order follows from that
   * @return the entry's place
   * @throws TargetException if the log does not take it
   */
  LogPlace append(int writer, String entry) throws TargetException;

  /**
   * The next entries in their order, about 1 MB at most; may wait for the first of them, for 100
   * ms.
   *
   * @throws TargetException if the log cannot be read
   */
  List<String> read() throws TargetException;

  /**
   * Returns whether there is more to read at once. It knows of what was there when it was opened,
   * or when a place in it was looked up.
   *
   * @throws TargetException if the log cannot be read
   */
  boolean isBehind() throws TargetException;

  /** Returns how far it was read, as {@link LogPlace#isBefore} takes it. */
  List<Long> reached();

  /**
   * Leaves out what is there already, but for the last entries.
   *
   * @param entries how many of each order to read
   * @return whether it left out any
   * @throws TargetException if the log cannot be read
   */
  boolean last(int entries) throws TargetException;

  /**
   * Leaves out what is there already.
   *
   * @throws TargetException if the log cannot be read
   */
  default void skip() throws TargetException {
    last(0);
  }

  @Override
  void close();
}
