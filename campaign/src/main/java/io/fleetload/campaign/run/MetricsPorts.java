// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

/**
 * Ports on which the parts of a run serve their metrics to Prometheus.
 *
 * @param devices port of the device simulator; 0 for no page
 * @param backend port of the backend simulator; 0 for no page
 * @param stack port of the embedded stack's status pages, which it always has; 0 for any
 */
public record MetricsPorts(int devices, int backend, int stack) {
  /** No pages but the one of the embedded stack, somewhere. */
  public static final MetricsPorts NONE = new MetricsPorts(0, 0, 0);

  /** The ports that the configuration of Prometheus in the release scrapes. */
  public static final MetricsPorts SCRAPED = new MetricsPorts(9101, 9102, 8081);

  /** The options of the device simulator. */
  List<String> ofDevices() {
    return options(devices);
  }

  /** The options of the backend simulator. */
  List<String> ofBackend() {
    return options(backend);
  }

  private static List<String> options(int port) {
    return port == 0 ? List.of() : List.of("--metrics-port=" + port);
  }

  /**
   * Looks whether they are free, before anything is started.
   *
   * @param embedded whether the stack is of this run
   * @throws UsageException if one is taken
   */
  public void check(boolean embedded) throws UsageException {
    for (int port : new int[] {devices, backend, embedded ? stack : 0}) {
      // 0 is free whatever else is.
      try (ServerSocket free =
          new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
        assert free.isBound();
      } catch (IOException e) {
        throw new UsageException(
            ("--metrics: cannot listen on 127.0.0.1:%s: %s; end what listens there, or run without"
                    + " --metrics")
                .formatted(port, e.getMessage()));
      }
    }
  }
}
