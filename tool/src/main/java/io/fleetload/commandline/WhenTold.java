// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import picocli.CommandLine.Option;

/** Whether a simulator that is ready to begin waits until its parent says so. */
public final class WhenTold {
  /** The option, as a parent gives it. */
  public static final String OPTION = "--when-told";

  @Option(
      names = OPTION,
      description =
          "with --until-stdin-closes: gets ready, and begins when a line comes on its standard"
              + " input")
  private boolean waits;

  /**
   * Waits for that, or until the tool has to stop.
   *
   * @throws UsageException if nobody can tell it
   */
  public void await(StopSignal stop) throws UsageException, InterruptedException {
    if (!waits) {
      return;
    }
    if (!stop.watchesInput()) {
      throw new UsageException(OPTION + ": needs --until-stdin-closes as well");
    }
    stop.awaitLine();
  }
}
