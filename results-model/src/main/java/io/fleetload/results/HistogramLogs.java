package io.fleetload.results;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes every histogram of a run as a compressed HDR log, which HdrHistogram's own tools read:
 * {@code <flow>.response.hlog} and so on, one interval over the measured phase, values in ns.
 */
public final class HistogramLogs {
  private final Path directory;
  private final long startEpochMs;
  private final long endEpochMs;

  /**
   * Logs of a run.
   *
   * @param directory where they go
   * @param startEpochMs begin of the measured phase, ms since the epoch
   * @param endEpochMs its end
   */
  public HistogramLogs(Path directory, long startEpochMs, long endEpochMs) {
    this.directory = directory;
    this.startEpochMs = startEpochMs;
    this.endEpochMs = endEpochMs;
  }

  /**
   * Writes the histograms of both books.
   *
   * @param backend the backend's book, or null
   * @throws IOException if the directory cannot be written
   */
  public void write(DeviceBook device, BackendBook backend) throws IOException {
    Files.createDirectories(directory);
    write("connect", device.devices().connectTime());
    for (var each : device.flows().entrySet()) {
      write(each.getKey() + ".response", each.getValue().response());
      write(each.getKey() + ".service", each.getValue().service());
      if (each.getValue().cold() != null) {
        write(each.getKey() + ".cold", each.getValue().cold().response());
      }
    }
    if (backend != null) {
      for (var each : backend.flows().entrySet()) {
        write(each.getKey() + ".end-to-end", each.getValue().endToEnd());
      }
      for (var each : backend.commands().legs().entrySet()) {
        write("leg." + each.getKey(), each.getValue());
      }
    }
  }

  private void write(String name, LatencyHistogram latencies) throws IOException {
    if (latencies.count() == 0) {
      return;
    }
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(directory.resolve(name + ".hlog")),
            false,
            StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime(startEpochMs);
      writer.outputLegend();
      Histogram histogram = latencies.toHdr();
      histogram.setStartTimeStamp(startEpochMs);
      histogram.setEndTimeStamp(endEpochMs);
      writer.outputIntervalHistogram(histogram);
      if (out.checkError()) {
        throw new IOException("cannot write " + directory.resolve(name + ".hlog"));
      }
    }
  }
}
