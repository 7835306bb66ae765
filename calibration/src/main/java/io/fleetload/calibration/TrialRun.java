// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.calibration.book.ServerBook;
import io.fleetload.calibration.coap.ScriptedServer;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs one trial: the server with its script, the simulator against it, both books. */
final class TrialRun {
  private final DeviceProcess simulator;
  private final Path root;
  private final RunClock clock;
  private final Teller teller;
  private final StopSignal stop;

  /**
   * Runs of trials.
   *
   * @param root where each trial gets a directory of its own
   */
  TrialRun(DeviceProcess simulator, Path root, RunClock clock, Teller teller, StopSignal stop) {
    this.simulator = simulator;
    this.root = root;
    this.clock = clock;
    this.teller = teller;
    this.stop = stop;
  }

  /**
   * Runs a trial.
   *
   * @return what was done and what was reported; null if it was stopped
   */
  TrialReport run(Trial trial, RunId runId)
      throws UsageException, TargetException, IOException, InterruptedException {
    Path directory = Files.createDirectories(root.resolve(trial.name()));
    // Of the first time, where it is asked again.
    Files.deleteIfExists(directory.resolve(DeviceBook.FILE));
    ServerBook book = new ServerBook(trial.script());
    try (ScriptedServer server =
        ScriptedServer.start(
            trial.script(),
            trial.devices(),
            Trial.TENANT,
            new DeviceKeys(new HonoDevices.Psk(Trial.SECRET)),
            book,
            clock)) {
      Path profile =
          Files.writeString(directory.resolve("profile.yaml"), trial.profile(server.address()));
      if (!simulator.run(profile, directory, runId, trial.longestSeconds(), teller, stop)) {
        return null;
      }
    }
    DeviceBook device = ResultFiles.read(directory.resolve(DeviceBook.FILE), DeviceBook.class);
    BackendBook backend =
        book.backend(runId.toString(), trial.runName(), device.timeline().measuredSeconds());
    ResultFiles.write(directory.resolve(BackendBook.FILE), backend);
    return new TrialReport(trial, book, device, backend);
  }
}
