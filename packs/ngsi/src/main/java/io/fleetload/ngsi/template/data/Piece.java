// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import io.fleetload.stamp.AsciiText;

/** A part of a template. */
@FunctionalInterface
public interface Piece {
  /**
   * Appends what it says for a message.
   *
   * @param index which rendering of a batch
   * @throws MissingValueException if the message has no value for it
   */
  void append(Values values, int index, AsciiText text) throws MissingValueException;

  /** The same with this member at the end of each object that an @context belongs in. */
  default Piece with(byte[] context) {
    return this;
  }
}
