// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.part.EmbeddedParts;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.ToolProcesses;
import io.fleetload.campaign.process.Tools;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.util.List;

/**
 * Keeps the system under test for a run: starts an embedded one and what runs beside it, has
 * provisioning write the devices into it, and stops or clears it after use.
 */
public final class TargetKeeper {
  private final GivenProfile given;
  private final RunningTarget running;
  private final MetricsPorts metrics;
  private final Tools tools;
  private final ToolProcesses processes;
  private final Teller teller;

  /**
   * Creates a keeper that has started nothing.
   *
   * @param running the target if it runs already, or null if it is to be started
   */
  public TargetKeeper(
      GivenProfile given,
      RunningTarget running,
      MetricsPorts metrics,
      Tools tools,
      ToolProcesses processes,
      Teller teller) {
    this.given = given;
    this.running = running;
    this.metrics = metrics;
    this.tools = tools;
    this.processes = processes;
    this.teller = teller;
  }

  /** The use of a target that is up. */
  @FunctionalInterface
  public interface TargetUse {
    /**
     * Does it.
     *
     * @param provisioning has to be done before anything is sent
     */
    ExitCode of(ReadyTarget target, TargetProvisioner provisioning)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  /** Makes a target know the tenant and the devices of a profile. */
  @FunctionalInterface
  public interface TargetProvisioner {
    void run(GivenProfile of)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  /**
   * Brings it up, lets it be used and takes it down.
   *
   * @param fleets highest number of times that the devices connect again
   * @return the exit code of the use, or null if it was interrupted before
   * @throws TargetException if a part of it does not come up or is not reachable
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started
   */
  public ExitCode keepFor(int fleets, TargetUse use)
      throws TargetException, UsageException, IOException, InterruptedException {
    Target target = given.scenario().run().target();
    if (target.companion() == null) {
      return up(target, fleets, ready -> prepared(target, ready, use));
    }
    try (ToolProcess companion = started(target.companion(), fleets, MetricsPorts.NONE)) {
      String line = processes.awaitReady(companion);
      if (line == null) {
        return null;
      }
      processes.target(processes.deathOf(companion));
      List<String> overrides = ReadyTarget.of(target.companion(), line).overrides();
      return up(target, fleets, ready -> prepared(target, ready.beside(companion, overrides), use));
    }
  }

  private ToolProcess started(Launch launch, int fleets, MetricsPorts ports) throws IOException {
    teller.tell(new ToolEvent.Sentence(Campaign.TOOL, "starting " + launch.described()));
    return processes.startTarget(
        launch.process(),
        tools.target(launch, launch.arguments(fleets, ports.stack())),
        given::withoutItsVariables);
  }

  /** The use of a target that is up, without provisioning. */
  @FunctionalInterface
  private interface Next {
    ExitCode of(ReadyTarget target)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  private ExitCode up(Target target, int fleets, Next use)
      throws TargetException, UsageException, IOException, InterruptedException {
    if (!target.embedded()) {
      return use.of(ReadyTarget.external(target));
    }
    if (running != null) {
      return use.of(running.of(target));
    }
    Launch launch = target.launch();
    try (ToolProcess process = started(launch, fleets, metrics)) {
      String line = processes.awaitReady(process);
      return line == null
          ? null
          : use.of(
              ReadyTarget.embedded(
                      process.name(),
                      process.handle(),
                      target,
                      ReadyTarget.of(launch, line),
                      process::stop,
                      processes.deathOf(process))
                  .with(new EmbeddedParts(process)));
    }
  }

  private ExitCode prepared(Target target, ReadyTarget ready, TargetUse use)
      throws TargetException, UsageException, IOException, InterruptedException {
    processes.target(ready.death());
    String failure = null;
    try {
      return use.of(ready, of -> provision(target, of.arguments(ready.endpoints())));
    } catch (TargetException e) {
      failure = e.getMessage();
      throw e;
    } finally {
      if (target.preparation() == Target.Preparation.APPLY_AND_REMOVE && !target.embedded()) {
        remove(given.arguments(ready.endpoints()), failure);
      }
    }
  }

  private void provision(Target target, List<String> arguments)
      throws TargetException, UsageException, IOException, InterruptedException {
    switch (target.preparation()) {
      case APPLY, APPLY_AND_REMOVE ->
          processes.runToEnd("provisioning", tools.provisioning("apply", arguments));
      case CHECK -> processes.runToEnd("provisioning", tools.provisioning("check", arguments));
      case NONE -> {}
    }
  }

  /**
   * Removes the data that provisioning and the run wrote. Reports a failure, unless it was reported
   * before.
   */
  private void remove(List<String> arguments, String told) throws InterruptedException {
    String problem = processes.runAfterAll("removal", tools.provisioning("remove", arguments));
    if (problem != null && !problem.equals(told)) {
      teller.tell(
          new ToolEvent.Sentence(
              Campaign.TOOL,
              "what the run wrote into the target is not removed: %s; loadtest provision remove %s does it"
                  .formatted(problem, given.file())));
    }
  }
}
