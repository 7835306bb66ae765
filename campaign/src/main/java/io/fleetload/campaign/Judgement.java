package io.fleetload.campaign;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.hono.HonoFlows;
import io.fleetload.hono.HonoProfile;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.FlowResult;
import io.fleetload.results.HistogramLogs;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.Threshold;
import io.fleetload.results.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The end of a run: joins the books that lie in its directory, judges, writes and says it. */
final class Judgement {
  private final HonoProfile profile;
  private final Path directory;
  private final ToolEvents.Teller teller;

  Judgement(HonoProfile profile, Path directory, ToolEvents.Teller teller) {
    this.profile = profile;
    this.directory = directory;
    this.teller = teller;
  }

  /**
   * Judges the run.
   *
   * @param cost what watched the processes
   * @throws IOException if a book cannot be read or the result not be written
   */
  ExitCode of(CostWatch cost) throws IOException, InterruptedException {
    DeviceBook device = ResultFiles.read(directory.resolve(DeviceBook.FILE), DeviceBook.class);
    Path backendFile = directory.resolve(BackendBook.FILE);
    BackendBook backend =
        Files.exists(backendFile) ? ResultFiles.read(backendFile, BackendBook.class) : null;
    Result joined =
        Result.join(
                device,
                backend,
                HonoFlows.COMMAND_LEGS,
                profile.thresholds().stream().map(Threshold::parse).toList())
            .with(Surroundings.of(profile));
    long messages = joined.flows().values().stream().mapToLong(FlowResult::sent).sum();
    Result result = cost.cost(messages).map(joined::with).orElse(joined);
    ResultFiles.write(directory.resolve(Result.FILE), result);
    writeHistograms(device, backend);
    new VerdictText(result).lines().forEach(this::say);
    report();
    return ExitCode.of(result.verdict().exitCode());
  }

  private void writeHistograms(DeviceBook device, BackendBook backend) throws IOException {
    for (DeviceBook.PhaseTimes phase : device.phases()) {
      if (phase.name().equals("measure")) {
        new HistogramLogs(directory.resolve("histograms"), phase.startEpochMs(), phase.endEpochMs())
            .write(device, backend);
      }
    }
  }

  /** The verdict stands, whatever becomes of its picture. */
  private void report() {
    try {
      say("report in " + ReportFile.write(directory, this::say));
    } catch (IOException | RuntimeException e) {
      say("no report: " + e.getMessage());
    }
  }

  private void say(String line) {
    teller.tell(new ToolEvent.Said(Campaign.TOOL, line));
  }
}
