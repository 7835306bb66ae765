// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RepeatedRuns;
import io.fleetload.analysis.report.RepeatReport;
import io.fleetload.analysis.report.SeriesExports;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Writes what a series knows after each run, so that one that is killed still speaks. */
public final class RepeatFiles implements RepeatRun.SeriesListener {
  private final Path directory;
  private final RepeatedRuns runs;
  private final SeriesScreen screen;
  private final Instant began;

  /**
   * The files of a series.
   *
   * @param directory where they lie
   * @param runs gathers what comparisons show of the runs
   * @param screen shows what they say
   * @param began when the series began
   */
  public RepeatFiles(Path directory, RepeatedRuns runs, SeriesScreen screen, Instant began) {
    this.directory = directory;
    this.runs = runs;
    this.screen = screen;
    this.began = began;
  }

  @Override
  public void ran(Repeat.RunOfSeries last, Repeat soFar) throws IOException {
    screen.tellLast(RepeatText.row(last, soFar));
    write(soFar);
  }

  @Override
  public void ended(Repeat repeat) throws IOException {
    RepeatText.end(repeat, runs.table()).forEach(screen::tellLast);
    write(repeat);
    screen.tellLast("report in " + directory.resolve(RepeatReport.NAME));
  }

  private void write(Repeat repeat) throws IOException {
    ResultFiles.write(directory.resolve(Repeat.FILE), repeat);
    ResultFiles.writeText(
        directory.resolve(RepeatReport.NAME), new RepeatReport(repeat, runs.table(), began).html());
    SeriesExports.write(repeat, directory);
  }
}
