// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;

/**
 * Values that a message gives its template. A template asks for nothing that {@link KnownNames}
 * excludes.
 */
public interface Values {
  /** The index of the user or device, from 0. */
  int user();

  /** The number of the message that the iteration began with. */
  int iteration();

  /** The number of the message in its flow, or of the request in its step, from 0. */
  int n();

  /** The number that chooses a row of the data; all steps of an iteration have the same. */
  default int row() {
    return n();
  }

  /** The id of the run, for the placeholder {@code run}. */
  RunId run();

  /** The stamp that the message carries, for the placeholder {@code stamp}. */
  Stamp stamp();

  /** The text behind one of the pack's own names; null if the message has no such text. */
  String own(String name);

  /** The time of the wall clock, ms since the epoch. */
  long epochMillis();
}
