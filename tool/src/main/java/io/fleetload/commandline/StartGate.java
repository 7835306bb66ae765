// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import picocli.CommandLine.Option;

/** The option that makes a simulator wait, once it is ready, until its parent lets it begin. */
public final class StartGate {
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
   * @throws UsageException if no process can let it begin
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
