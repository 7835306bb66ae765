// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.PlannedRun;
import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.RunDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/**
 * The runs that one command makes one after the other, each in a directory of its own below that of
 * the command. Of a run only its course is shown; the command says what came of it.
 */
public final class RunSeries {
  private final Path directory;
  private final StopSignal stop;

  public RunSeries(Path directory, StopSignal stop) {
    this.directory = directory;
    this.stop = stop;
  }

  /**
   * Makes the directory of a run.
   *
   * @param kind what it is called, before its number
   * @throws UsageException if it cannot be made, or has too little space for the books
   */
  public Path place(String kind, int number, Scenario scenario) throws UsageException {
    String name = String.format(Locale.ROOT, "%s-%02d", kind, number);
    return RunDirectory.forRun(directory.resolve(name), scenario, Instant.now());
  }

  /** A run of the series on this machine, not begun. */
  public Campaign campaign(PlannedRun planned, Tools tools, Teller teller) {
    return new Campaign(planned, tools, event -> tellButVerdict(event, teller), stop);
  }

  /** Returns whether the user wants no further run. */
  public boolean isStopped() {
    return stop.why() != null;
  }

  private static void tellButVerdict(ToolEvent event, Teller to) {
    if (!(event instanceof ToolEvent.Sentence said && said.tool().equals(Campaign.TOOL))) {
      to.tell(event);
    }
  }
}
