// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.RunningTarget;
import io.fleetload.process.UsageException;
import java.nio.file.Path;
import picocli.CommandLine;

/** The target of a command that runs load tests, where that runs already. */
public final class RunningOption {
  @CommandLine.Option(
      names = "--running",
      paramLabel = "FILE",
      description =
          "an embedded target that runs already, and goes on to: the file holds the line that it"
              + " printed when it was ready")
  private Path file;

  /**
   * Returns the target, or null if the run starts its own.
   *
   * @throws UsageException if it is not what the profile asks for
   */
  public RunningTarget of(GivenProfile given) throws UsageException {
    return file == null ? null : RunningTarget.read(file, given.scenario());
  }
}
