// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.ResponseIntervals;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes every histogram of a run as a compressed HDR log, which HdrHistogram's own tools read:
 * {@code <flow>.response.hlog} and so on, values in ns. Response times have a line for every
 * interval in which messages of the measured phase were confirmed; they add up to the whole. The
 * others have one line over the measured phase.
 */
public final class HistogramLogs {
  private static final double NANOS_A_MILLI = 1e6;

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
      parts(
          each.getKey() + ".parts.",
          each.getValue().totals().exchanges(),
          device.devices().targetClock());
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

  private void parts(String name, Exchanges exchanges, TargetClock clock) throws IOException {
    if (exchanges != null) {
      for (var part : exchanges.parts().entrySet()) {
        if (TargetClock.knows(part.getKey(), clock)) {
          write(name + part.getKey(), part.getValue());
        }
      }
    }
  }

  private void tenants(String name, DeviceBook.DeviceFlow flow, DeviceBook device)
      throws IOException {
    for (int i = 0; flow.tenants() != null && i < flow.tenants().size(); i++) {
      write(name + device.tenants().get(i).id(), flow.tenants().get(i).response().unpacked());
    }
  }

  private void response(String name, DeviceBook.DeviceFlow flow, DeviceBook device)
      throws IOException {
    ResponseIntervals intervals = flow.intervals();
    if (intervals == null || flow.totals().response().count() == 0) {
      write(name, flow.totals().response());
      return;
    }
    long began = device.timeline().flowsBeganEpochMs().orElse(startEpochMs);
    write(
        name,
        out -> {
          for (int place = 0; place < intervals.measured().size(); place++) {
            line(
                out,
                intervals.measured().get(place),
                began + intervals.begin(place) * 1_000L,
                began + intervals.begin(place + 1) * 1_000L);
          }
        });
  }

  /**
   * A line as {@link HistogramLogWriter} writes it, but for the compression: to compress hours of
   * intervals again takes seconds.
   */
  private static void line(PrintStream out, String encoded, long fromEpochMs, long toEpochMs) {
    if (encoded == null) {
      return;
    }
    LatencyHistogram histogram = LatencyHistogram.decoded(encoded, LatencyHistogram.Edges.UNKNOWN);
    if (histogram.count() > 0) {
      out.format(
          Locale.US,
          "%.3f,%.3f,%.3f,%s\n",
          fromEpochMs / 1e3,
          (toEpochMs - fromEpochMs) / 1e3,
          histogram.max() / NANOS_A_MILLI,
          encoded);
    }
  }

  private void write(String name, LatencyHistogram latencies) throws IOException {
    if (latencies.count() > 0) {
      Histogram histogram = latencies.toHdr();
      histogram.setStartTimeStamp(startEpochMs);
      histogram.setEndTimeStamp(endEpochMs);
      write(name, out -> new HistogramLogWriter(out).outputIntervalHistogram(histogram));
    }
  }

  private void write(String name, Consumer<PrintStream> lines) throws IOException {
    try (PrintStream out =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(directory.resolve(name + ".hlog"))),
            false,
            StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime(startEpochMs);
      writer.outputLegend();
      lines.accept(out);
      if (out.checkError()) {
        throw new IOException("cannot write " + directory.resolve(name + ".hlog"));
      }
    }
  }
}
