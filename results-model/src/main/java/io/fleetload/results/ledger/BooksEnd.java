// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;

/** Extent to which the two halves of the books can be compared message by message. */
public enum BooksEnd {
  /** Both went to the end of the run, and the backend read everything: every figure is exact. */
  SAME,

  /**
   * The run was broken off, and the backend still read everything. What the device side's book
   * confirms was lost or delivered for certain; what that book does not know of may be younger than
   * it, and is no remainder.
   */
  DEVICES_EARLIER,

  /** The backend had not read everything: what it has not received may be there. */
  UNKNOWN;

  /**
   * Of two books.
   *
   * @param backend the backend's half; null if none was written
   */
  public static BooksEnd of(DeviceBook device, BackendBook backend) {
    if (backend == null && !device.needsBackend()) {
      return ofDevice(device);
    }
    if (backend == null || !backend.reading().caughtUp()) {
      return UNKNOWN;
    }
    return device.complete() && backend.reading().complete() ? SAME : DEVICES_EARLIER;
  }

  /** Of the device side's book where no backend has one. */
  public static BooksEnd ofDevice(DeviceBook device) {
    return device.complete() ? SAME : DEVICES_EARLIER;
  }

  /** The ledger of a flow as far as it is known; null if it is not. */
  public Ledger known(Ledger joined) {
    return switch (this) {
      case SAME -> joined;
      case DEVICES_EARLIER -> joined.withoutRemainder();
      case UNKNOWN -> null;
    };
  }
}
