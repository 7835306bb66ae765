// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.live.LiveView;
import io.fleetload.process.UsageException;
import picocli.CommandLine;

/** Where a command serves the report of a run that goes on. */
public final class LiveOption {
  @CommandLine.Option(
      names = "--live",
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "" + LiveView.PORT,
      preprocessor = AttachedOnly.class,
      description =
          "serves the report while the run goes on, at http://127.0.0.1:PORT/; ${FALLBACK-VALUE}"
              + " unless given, 0 for a free one")
  private Integer port;

  public boolean isGiven() {
    return port != null;
  }

  /**
   * Takes the port; null where none is given.
   *
   * @throws UsageException if it is taken or none
   */
  public LiveView view() throws UsageException {
    return port == null ? null : LiveView.at(port);
  }
}
