// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;

/** What a message gives its template. */
public interface Values {
  /** The user's index, from 0. A set-up step has none. */
  int user();

  /** The number of the message that its iteration began with. A set-up step has none. */
  int iteration();

  /** The number of the message in its flow, or of the request in its set-up step, from 0. */
  int n();

  /**
   * By which number files of data choose a row, so that all steps of an iteration have the same
   * one.
   */
  default int row() {
    return n();
  }

  /** The id of the run. */
  RunId run();

  /** The message's stamp. A set-up step has none. */
  Stamp stamp();

  /**
   * What an answer of this iteration had in the header that the variable names; null for nothing.
   */
  String saved(String variable);

  /** The URL of the @context. */
  String context();

  /** What a wall clock shows, ms since the epoch. */
  long epochMillis();
}
