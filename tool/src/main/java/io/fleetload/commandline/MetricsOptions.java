// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.metrics.MetricsServer;
import io.fleetload.process.UsageException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a tool that shows its figures to Prometheus while it runs. */
public final class MetricsOptions {
  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = "serves /metrics for Prometheus on this port, 0 for a free one; default: none")
  private Integer port;

  @Option(
      names = "--metrics-host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "the address that it is served on; default 127.0.0.1")
  private String host;

  /**
   * Starts the page if it is asked for.
   *
   * @throws UsageException if it cannot be served there
   */
  public Optional<MetricsServer> serve() throws UsageException {
    if (port == null) {
      return Optional.empty();
    }
    if (port < 0 || port > 65_535) {
      throw new UsageException("--metrics-port: found " + port + ", expected 0 to 65535");
    }
    return Optional.of(MetricsServer.start(host, port));
  }
}
