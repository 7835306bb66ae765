// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

/** Reason why bytes are not a message. */
public enum FrameFault {
  /** Bytes that lie in no frame; said once for all of them up to the next frame. */
  OUTSIDE_A_FRAME,

  /** {@code 7d} before another byte than 01 or 02. */
  ESCAPE,

  /** A frame that is longer than any message can be. */
  TOO_LONG,

  CHECKSUM,

  /** Another length than the header says, or shorter than a header. */
  LENGTH,

  /** A fragment with a number that is not from 1 to the total. */
  FRAGMENT_NUMBER
}
