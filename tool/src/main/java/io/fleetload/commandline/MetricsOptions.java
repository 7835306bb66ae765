// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.metrics.MetricsSource;
import io.fleetload.metrics.ShownMetrics;
import io.fleetload.process.UsageException;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The options of a tool that shows its figures while it runs. */
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
   * Begins to show the figures, as asked for: on a page by these options, at an OTLP receiver by
   * the environment.
   *
   * @param source the source of the figures
   * @param say receives the address of the page
   * @throws UsageException if the page cannot be served
   */
  public ShownMetrics show(MetricsSource source, Consumer<String> say) throws UsageException {
    if (port != null && (port < 0 || port > 65_535)) {
      throw new UsageException("--metrics-port: found " + port + ", expected 0 to 65535");
    }
    return ShownMetrics.of(host, port, System.getenv(), source, say);
  }
}
