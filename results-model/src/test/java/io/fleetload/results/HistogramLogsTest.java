// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.ResponseIntervals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogsTest {
  @TempDir private Path directory;

  @Test
  void everyHistogramIsReadBackByHdrHistogramsOwnReader() throws Exception {
    DeviceBook device = Books.device(Map.of("telemetry", Books.sender()));
    new HistogramLogs(directory, 1_000, 61_000)
        .write(device, Books.backend(Map.of("telemetry", Books.receiver())));

    List<String> names;
    try (Stream<Path> files = Files.list(directory)) {
      names = files.map(file -> file.getFileName().toString()).sorted().toList();
    }
    assertThat(names).contains("telemetry.response.hlog", "telemetry.end-to-end.hlog");
    try (HistogramLogReader reader =
        new HistogramLogReader(directory.resolve("telemetry.response.hlog").toFile())) {
      EncodableHistogram read = reader.nextIntervalHistogram();
      assertThat(((Histogram) read).getTotalCount())
          .isEqualTo(device.flows().get("telemetry").totals().response().count());
      assertThat(read.getEndTimeStamp() - read.getStartTimeStamp()).isEqualTo(60_000);
    }
  }

  @Test
  void responseTimesHaveALineForEveryIntervalAndTheirSumIsTheWhole() throws Exception {
    LatencyHistogram whole = new LatencyHistogram();
    List<String> measured = new ArrayList<>();
    for (int second = 0; second < 7; second++) {
      LatencyHistogram histogram = Books.millis(second < 2 ? new long[0] : new long[] {second, 9});
      whole.add(histogram);
      measured.add(ResponseIntervals.encoded(histogram));
    }
    DeviceBook.DeviceFlow sender = Books.sender();
    DeviceBook.DeviceFlow flow =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(8.0),
            new FlowNumbers(
                sender.numbering().measuredFrom(), sender.numbering().measuredTo(), null),
            new FlowTotals(
                sender.totals().warmUp(), sender.totals().measured(), whole, whole, null, 0),
            sender.sent(),
            sender.ok(),
            new MessageSet(),
            sender.perSecond(),
            new ResponseIntervals(1, 1, List.of(ResponseIntervals.encoded(whole)), measured),
            null);
    new HistogramLogs(directory, 3_000, 8_000).write(Books.device(Map.of("telemetry", flow)), null);

    Histogram sum = new Histogram(whole.toHdr());
    List<Long> begins = new ArrayList<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(directory.resolve("telemetry.response.hlog").toFile())) {
      EncodableHistogram read;
      while ((read = reader.nextIntervalHistogram()) != null) {
        sum.add((Histogram) read);
        begins.add(read.getStartTimeStamp());
        assertThat(read.getEndTimeStamp() - read.getStartTimeStamp()).isEqualTo(1_000);
      }
    }
    assertThat(begins).containsExactly(3_000L, 4_000L, 5_000L, 6_000L, 7_000L);
    assertThat(sum).isEqualTo(whole.toHdr());
  }
}
