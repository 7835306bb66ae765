package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
          .isEqualTo(device.flows().get("telemetry").response().count());
      assertThat(read.getEndTimeStamp() - read.getStartTimeStamp()).isEqualTo(60_000);
    }
  }
}
