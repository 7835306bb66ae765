// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.PlannedRun;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Makes the runs of a series on this machine, each with its target. */
public final class LocalRuns implements RepeatRun.RunMaker {
  private final RunSeries series;
  private final List<RunPlan> plans;
  private final Teller teller;

  /**
   * A run that was found to be possible.
   *
   * @param with what it differs in from the others, {@code KEY=VALUE}; empty if in nothing
   * @param in the run with its results in a directory
   */
  public record RunPlan(
      String with, Scenario scenario, Tools tools, Function<Path, PlannedRun> in) {}

  /**
   * None made yet.
   *
   * @param plans of the runs, in their order
   */
  public LocalRuns(RunSeries series, List<RunPlan> plans, Teller teller) {
    this.series = series;
    this.plans = List.copyOf(plans);
    this.teller = teller;
  }

  @Override
  public Path place(int number) throws UsageException {
    RunPlan plan = plans.get(number - 1);
    teller.tell(
        new ToolEvent.Sentence(
            Campaign.TOOL,
            "run %s of %s%s"
                .formatted(
                    number, plans.size(), plan.with.isEmpty() ? "" : ", with " + plan.with)));
    return series.place("run", number, plan.scenario);
  }

  @Override
  public void run(int number, Path place)
      throws TargetException, UsageException, IOException, InterruptedException {
    RunPlan plan = plans.get(number - 1);
    series.campaign(plan.in.apply(place), plan.tools, teller).run();
  }

  @Override
  public boolean isStopped() {
    return series.isStopped();
  }
}
