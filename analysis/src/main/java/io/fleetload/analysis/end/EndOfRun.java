// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.end;

import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.analysis.report.ReportFile;
import io.fleetload.analysis.report.VerdictText;
import io.fleetload.results.Baseline;
import io.fleetload.results.HistogramLogs;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.outage.Disturbances;
import io.fleetload.results.verdict.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The end of a run: joins its books, judges, says the verdict and writes result, histograms and
 * report. A whole run, one of shards, a merged one and a killed one all end here, so they leave the
 * same files.
 */
public final class EndOfRun {
  private final Path directory;
  private final List<ResultView> views;
  private final Consumer<String> say;

  /**
   * Of a run.
   *
   * @param directory where its files go
   * @param views further forms in which its books are written
   * @param say gets the lines that a person reads
   */
  public EndOfRun(Path directory, List<ResultView> views, Consumer<String> say) {
    this.directory = directory;
    this.views = views;
    this.say = say;
  }

  /**
   * The terms by which a run is judged, besides its books.
   *
   * @param thresholds those of the profile
   * @param baseline the run that they compare with, or null
   * @param host the load of the host, or null if it was not watched
   * @param about the profile, the versions and the host of the run
   */
  public record Terms(
      List<Threshold> thresholds, Baseline baseline, HostLoad host, Result.About about) {}

  /**
   * Writes the device side's book into the run's directory, as one process would have left it.
   *
   * @param merged the books of the shards, or of a device side that was one
   * @throws IOException if it cannot be written
   */
  public void keep(MergedBooks merged) throws IOException {
    keep(merged.device());
    if (merged.shards() == 1) {
      return;
    }
    say.accept(
        "the books of %s shards are merged; their flows began within %s ms"
            .formatted(merged.shards(), merged.skewMillis()));
  }

  /**
   * Writes the device side's book into the run's directory.
   *
   * @throws IOException if it cannot be written
   */
  public void keep(DeviceBook book) throws IOException {
    ResultFiles.write(directory.resolve(DeviceBook.FILE), book);
    for (ResultView view : views) {
      view.write(book, directory);
    }
  }

  /**
   * Writes the backend's book into the run's directory.
   *
   * @throws IOException if it cannot be written
   */
  public void keep(BackendBook book) throws IOException {
    ResultFiles.write(directory.resolve(BackendBook.FILE), book);
    for (ResultView view : views) {
      view.write(book, directory);
    }
  }

  /**
   * Judges a run.
   *
   * @param backend the backend's half of the books, or null if it was not written
   * @param late adds facts that become known only with the result: the cost of the run, or the
   *     reason why it broke off
   * @return the code of the verdict, or of a further file that could not be written
   * @throws IOException if the result cannot be written
   */
  public ExitCode judge(
      DeviceBook booked, BackendBook backend, Terms terms, UnaryOperator<Result> late)
      throws IOException {
    DeviceBook device = withDisturbances(booked);
    Result result =
        late.apply(
            Result.join(device, backend, terms.thresholds(), terms.baseline(), terms.host())
                .with(terms.about()));
    // Said before it is written: on a full disk the terminal is all that there is.
    new VerdictText(result).lines().forEach(say);
    ResultFiles.write(directory.resolve(Result.FILE), result);
    for (ResultView view : views) {
      view.write(result, directory);
    }
    boolean histograms = histograms(device, backend);
    boolean whole = report() && histograms;
    return ExitCode.worst(
        List.of(result.verdict().code(), whole ? ExitCode.PASSED : ExitCode.RESULTS_NOT_WRITTEN));
  }

  /** The devices know only what was asked for, and not what was done. */
  private DeviceBook withDisturbances(DeviceBook device) throws IOException {
    Path file = directory.resolve(Disturbances.FILE);
    return device.disturbances() == null || !Files.exists(file)
        ? device
        : device.with(ResultFiles.read(file, Disturbances.class).in(device.disturbances()));
  }

  private boolean histograms(DeviceBook device, BackendBook backend) {
    for (DeviceBook.PhaseTimes phase : device.timeline().phases()) {
      if (phase.name().equals("measure")) {
        try {
          new HistogramLogs(
                  directory.resolve("histograms"), phase.startEpochMs(), phase.endEpochMs())
              .write(device, backend);
        } catch (IOException e) {
          say.accept("no histograms: " + e.getMessage());
          return false;
        }
      }
    }
    return true;
  }

  /** A report that fails changes nothing about what {@code result.json} says. */
  private boolean report() {
    try {
      say.accept("report in " + ReportFile.write(directory, say));
      return true;
    } catch (IOException | RuntimeException e) {
      say.accept("no report: " + e.getMessage());
      return false;
    }
  }
}
