// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.ToolProcesses;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.view.TargetWatch;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The devices of one run: started, watched and waited for, as one process or as one for each shard.
 * Shards' events are merged into those of one process.
 */
final class DeviceSide implements AutoCloseable {
  /** The phase before anything is sent. */
  private static final String CONNECT = "connect";

  private final PlannedRun planned;
  private final Tools tools;
  private final ToolProcesses processes;
  private final CostWatch cost;
  private final TargetWatch silence;
  private final Teller teller;
  private final DeviceProcesses devices = new DeviceProcesses();
  private volatile boolean connected;

  DeviceSide(
      PlannedRun planned,
      Tools tools,
      ToolProcesses processes,
      CostWatch cost,
      TargetWatch silence,
      Teller teller) {
    this.planned = planned;
    this.tools = tools;
    this.processes = processes;
    this.cost = cost;
    this.silence = silence;
    this.teller = teller;
  }

  /**
   * Starts them; they wait until they are to begin.
   *
   * @param endpoints the overrides that point them at the target
   * @throws IOException if one cannot be started
   */
  void start(List<String> endpoints) throws IOException {
    if (!planned.shards().areSeveral()) {
      devices.add(
          processes.start(
              "device-simulator",
              tools.devices(planned.ofDevices(endpoints)),
              this::tell,
              StopTimes.INTERRUPTED_DEVICES));
      return;
    }
    ToldTogether together = new ToldTogether(planned.shards().count(), silence, this::tell);
    for (Shard shard : planned.shards().all()) {
      Files.createDirectories(Shards.directory(planned.directory(), shard));
      devices.add(
          processes.start(
              Shards.process(shard),
              tools.devices(planned.ofShard(endpoints, shard)),
              together.of(shard.number(), Shards.process(shard)),
              StopTimes.INTERRUPTED_DEVICES));
    }
  }

  /**
   * Lets them begin, and waits until they have done their part or have to stop.
   *
   * @param backends without which they do not go on
   * @throws TargetException if one of their processes or the backend's fails, or the target is gone
   * @throws UsageException if they find the profile unfit for this host
   * @throws IOException if one cannot write its results
   */
  void run(BackendSide backends)
      throws TargetException, UsageException, IOException, InterruptedException {
    backends.names(silence::simulator);
    for (ToolProcess each : devices.all()) {
      silence.simulator(each.name());
      cost.process(each.name(), false, each.handle());
      each.begin();
    }
    DeviceProcesses.Failure failure =
        devices.awaitEnd(
            CompletableFuture.anyOf(backends.ended(), processes.stopped(), processes.targetGone()));
    // A target that dies takes what talks to it along, so it is asked about first.
    processes.checkTarget();
    backends.check();
    if (failure != null && !(failure.isInterrupted() && processes.isStopped())) {
      processes.lost(
          failure.process(),
          failure.code(),
          connected ? ExitCode.TARGET_GONE : ExitCode.TARGET_NOT_READY);
    }
  }

  private void tell(ToolEvent event) {
    if (event instanceof ToolEvent.Progress progress && !progress.phase().equals(CONNECT)) {
      connected = true;
    }
    teller.tell(event);
  }

  @Override
  public void close() {
    devices.close();
  }
}
