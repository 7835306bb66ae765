// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.DeviceBook;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.OptionalLong;

/**
 * The time at which the flows of a book began: with the first phase after the connections were
 * made.
 */
final class BookStart {
  private BookStart() {}

  /** The time, ms since the epoch; nothing for a run that ended before. */
  static OptionalLong epochMillis(DeviceBook book) {
    return book.timeline().flowsBeganEpochMs();
  }

  /** The earliest of all; nothing where none began. */
  static OptionalLong earliest(List<DeviceBook> books) {
    return books.stream().map(BookStart::epochMillis).flatMapToLong(OptionalLong::stream).min();
  }

  /** From the earliest to the latest, in ms. */
  static long skewMillis(List<DeviceBook> books) {
    LongSummaryStatistics starts =
        books.stream()
            .map(BookStart::epochMillis)
            .flatMapToLong(OptionalLong::stream)
            .summaryStatistics();
    return starts.getCount() == 0 ? 0 : starts.getMax() - starts.getMin();
  }
}
