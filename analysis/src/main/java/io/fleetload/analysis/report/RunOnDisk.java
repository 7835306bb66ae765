package io.fleetload.analysis.report;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.HistogramLogs;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Says the verdict on a run and writes its result, histograms and report into its directory. */
public final class RunOnDisk {
  private final Path directory;
  private final Consumer<String> say;

  /**
   * In a run's directory.
   *
   * @param say gets the lines that a person reads
   */
  public RunOnDisk(Path directory, Consumer<String> say) {
    this.directory = directory;
    this.say = say;
  }

  /**
   * Said before it is written: on a full disk the terminal is all that there is.
   *
   * @param backend the backend's half of the books, or null
   * @return what the verdict is
   * @throws IOException if the result cannot be written
   */
  public ExitCode write(Result result, DeviceBook device, BackendBook backend) throws IOException {
    new VerdictText(result).lines().forEach(say);
    ResultFiles.write(directory.resolve(Result.FILE), result);
    histograms(device, backend);
    report();
    return result.verdict().code();
  }

  private void histograms(DeviceBook device, BackendBook backend) {
    for (DeviceBook.PhaseTimes phase : device.phases()) {
      if (phase.name().equals("measure")) {
        try {
          new HistogramLogs(
                  directory.resolve("histograms"), phase.startEpochMs(), phase.endEpochMs())
              .write(device, backend);
        } catch (IOException e) {
          say.accept("no histograms: " + e.getMessage());
        }
      }
    }
  }

  /** A report that fails changes nothing about the verdict. */
  private void report() {
    try {
      say.accept("report in " + ReportFile.write(directory, say));
    } catch (IOException | RuntimeException e) {
      say.accept("no report: " + e.getMessage());
    }
  }
}
