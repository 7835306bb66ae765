// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.merge;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.time.ResponseIntervals;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Adds the response times of shards, interval by interval, as a user of HdrHistogram would: decodes
 * each, adds it, and encodes the sum.
 */
public final class AddedHistograms {
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private AddedHistograms() {}

  /** Arguments: the shards' directories. */
  public static void main(String[] arguments) throws Exception {
    List<DeviceBook> books = new ArrayList<>();
    for (String directory : arguments) {
      books.add(ResultFiles.read(Path.of(directory, DeviceBook.FILE), DeviceBook.class));
    }
    Histogram sum = new Histogram(1_000, HIGHEST_NANOS, 3);
    ByteBuffer encoded = ByteBuffer.allocate(sum.getNeededByteBufferCapacity());
    long bytes = 0;
    for (String flow : books.get(0).flows().keySet()) {
      List<ResponseIntervals> parts =
          books.stream().map(book -> book.flows().get(flow).intervals()).toList();
      for (int place = 0; place < parts.get(0).size(); place++) {
        sum.reset();
        for (ResponseIntervals part : parts) {
          ByteBuffer one = ByteBuffer.wrap(Base64.getDecoder().decode(part.measured().get(place)));
          sum.add(Histogram.decodeFromCompressedByteBuffer(one, HIGHEST_NANOS));
        }
        encoded.clear();
        bytes += sum.encodeIntoCompressedByteBuffer(encoded);
      }
    }
    System.out.println(bytes);
  }
}
