// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes every histogram of a run as a compressed HDR log, which HdrHistogram's own tools read:
 * {@code <flow>.response.hlog} and so on, values in ns. Response times have a line for every
 * interval in which messages of the measured phase were confirmed; they add up to the whole. The
 * others have one line over the measured phase.
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
      response(each.getKey() + ".response", each.getValue(), device);
      write(each.getKey() + ".service", each.getValue().totals().service());
      tenants(each.getKey() + ".response.", each.getValue(), device);
      parts(each.getKey() + ".parts.", each.getValue().totals().exchanges());
      if (each.getValue().totals().cold() != null) {
        write(each.getKey() + ".cold", each.getValue().totals().cold().response());
      }
    }
    if (backend != null) {
      for (var each : backend.flows().entrySet()) {
        write(each.getKey() + ".end-to-end", each.getValue().endToEnd());
      }
      for (var each : backend.legs().entrySet()) {
        write("leg." + each.getKey(), each.getValue());
      }
    }
  }

  private void parts(String name, Exchanges exchanges) throws IOException {
    if (exchanges != null) {
      for (var part : exchanges.parts().entrySet()) {
        write(name + part.getKey(), part.getValue());
      }
    }
  }

  private void tenants(String name, DeviceBook.Flow flow, DeviceBook device) throws IOException {
    for (int i = 0; flow.tenants() != null && i < flow.tenants().size(); i++) {
      write(name + device.tenants().get(i).id(), flow.tenants().get(i).response().unpacked());
    }
  }

  private void response(String name, DeviceBook.Flow flow, DeviceBook device) throws IOException {
    ResponseIntervals intervals = flow.intervals();
    if (intervals == null || flow.totals().response().count() == 0) {
      write(name, flow.totals().response());
      return;
    }
    long began = device.timeline().flowsBeganEpochMs().orElse(startEpochMs);
    // One after the other: a day of them does not fit into the memory.
    write(
        name,
        IntStream.range(0, intervals.size())
            .filter(place -> intervals.measured(place).count() > 0)
            .mapToObj(
                place ->
                    line(
                        intervals.measured(place),
                        began + intervals.begin(place) * 1_000L,
                        began + intervals.begin(place + 1) * 1_000L)));
  }

  private void write(String name, LatencyHistogram latencies) throws IOException {
    if (latencies.count() > 0) {
      write(name, Stream.of(line(latencies, startEpochMs, endEpochMs)));
    }
  }

  private static Histogram line(LatencyHistogram latencies, long fromEpochMs, long toEpochMs) {
    Histogram histogram = latencies.toHdr();
    histogram.setStartTimeStamp(fromEpochMs);
    histogram.setEndTimeStamp(toEpochMs);
    return histogram;
  }

  private void write(String name, Stream<Histogram> lines) throws IOException {
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(directory.resolve(name + ".hlog")),
            false,
            StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime(startEpochMs);
      writer.outputLegend();
      lines.forEach(writer::outputIntervalHistogram);
      if (out.checkError()) {
        throw new IOException("cannot write " + directory.resolve(name + ".hlog"));
      }
    }
  }
}
