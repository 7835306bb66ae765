// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.live.LiveView;
import io.fleetload.process.UsageException;
import picocli.CommandLine;

/**
 * The option {@code --live}: the port on which a command serves the report of a run that goes on.
 */
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
   * Takes the port. Returns null if the option is not given.
   *
   * @throws UsageException if the port is in use or is not a port
   */
  public LiveView view() throws UsageException {
    return port == null ? null : LiveView.at(port);
  }
}
