// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.plan;

import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.plan.NodeType;
import io.fleetload.campaign.plan.PaperPlan;
import io.fleetload.campaign.plan.PlanText;
import io.fleetload.campaign.plan.PlanVariables;
import io.fleetload.campaign.plan.PriceTable;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest cluster plan PROFILE}: what a run of it takes, before there is a cluster. */
@CommandLine.Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Says what a run of the profile takes: shards, backends, memory, books, times, nodes, their"
          + " price, and what will not fit.",
      "It asks no cluster and starts nothing."
    })
public final class ClusterPlanCommand implements Callable<Integer> {
  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("devices.count=1000000");

  @CommandLine.Option(
      names = "--shards",
      paramLabel = "K",
      description = "plans with so many shards; default as many as the bounds ask for, rounded up")
  private Integer shards;

  @CommandLine.Option(
      names = "--node",
      paramLabel = "NODE",
      defaultValue = "8cpu/16Gi",
      description = "a machine of the cluster; default ${DEFAULT-VALUE}")
  private String node;

  @CommandLine.Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "a table of machines with their prices an hour, YAML or CSV: type, cpu, memory (GiB),"
              + " price")
  private Path prices;

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::plan);
  }

  private ExitCode plan(Screen screen) throws ProfileException, UsageException {
    if (shards != null && shards < 1) {
      throw new UsageException("--shards: found %s, expected 1 or more".formatted(shards));
    }
    Scenario scenario =
        Scenario.read(
            profile.file(), profile.overrides(), PlanVariables.of(profile.file(), System.getenv()));
    PaperPlan plan =
        PaperPlan.of(
            scenario,
            shards,
            NodeType.parse(node),
            prices == null ? null : PriceTable.read(prices));
    PlanText.lines(plan).forEach(line -> screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line)));
    if (json.isGiven()) {
      System.out.println(ResultFiles.tree(plan).toPrettyString());
    }
    return ExitCode.PASSED;
  }
}
