// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.report.LimitReport;
import io.fleetload.analysis.report.SeriesExports;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Writes what a search knows after each probe, so that a search that is killed still speaks. */
public final class LimitFiles implements LimitSearchRun.SearchListener {
  private final Path directory;
  private final SeriesScreen screen;
  private final Instant began;

  /**
   * The files of a search.
   *
   * @param directory where they lie
   * @param screen shows what they say
   * @param began when the search began
   */
  public LimitFiles(Path directory, SeriesScreen screen, Instant began) {
    this.directory = directory;
    this.screen = screen;
    this.began = began;
  }

  @Override
  public void probed(Probe last, Limit soFar) throws IOException {
    screen.tellLast(LimitText.row(last));
    write(soFar);
  }

  @Override
  public void ended(Limit limit) throws IOException {
    LimitText.end(limit).forEach(screen::tellLast);
    write(limit);
    screen.tellLast("report in " + directory.resolve(LimitReport.NAME));
  }

  private void write(Limit limit) throws IOException {
    ResultFiles.write(directory.resolve(Limit.FILE), limit);
    ResultFiles.writeText(
        directory.resolve(LimitReport.NAME), new LimitReport(limit, began).html());
    SeriesExports.write(limit, directory);
  }
}
