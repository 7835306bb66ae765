// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.quantity.Span;
import java.net.URI;
import java.util.List;

/**
 * The system under test of a run.
 *
 * @param launch how it is started for the run; null if it runs already
 * @param companion what runs beside it for as long as the run, such as a host of documents that the
 *     target reads; its cost is not the target's. Null for none
 * @param parts the parts of every installation by name, so that the cost can say which are missing
 * @param pages what a target that runs already shows of its cost
 * @param addresses where the simulators reach a target that runs already, {@code host:port}
 * @param registry where provisioning writes to, beside these addresses, {@code host:port}; empty if
 *     it writes nowhere else, or on this host alone
 * @param services the counters of its pages of requests between its services that failed; null if
 *     it has none
 * @param preparation what is done to it before the devices come
 * @param gone how long it may be silent before it counts as gone; no length for any time
 */
public record Target(
    Launch launch,
    Launch companion,
    List<String> parts,
    List<MetricsPage> pages,
    List<String> addresses,
    List<String> registry,
    ServiceMetrics services,
    Preparation preparation,
    Span gone) {

  /** Work of provisioning before the devices come, and after they went. */
  public enum Preparation {
    /** It writes what is missing. */
    APPLY,
    /**
     * It writes what is missing, and removes it after the run, however the run ends. A target that
     * is started for the run ends with it, so nothing is removed there.
     */
    APPLY_AND_REMOVE,
    /** It looks whether all is there. */
    CHECK,
    /** Nothing. */
    NONE
  }

  /**
   * A page in Prometheus' format.
   *
   * @param parts the parts of the installation that it tells of; empty where that is not known
   * @param everyAddress whether each address of its name is a process of its own
   */
  public record MetricsPage(URI url, List<String> parts, boolean everyAddress) {}

  /**
   * Counters of failed requests between services, as pages in Prometheus' format name them.
   *
   * @param noCredit requests for which the other service gave no credit
   * @param timeouts requests without an answer in time
   * @param family what the metrics of a page begin with that has these counters once one is above 0
   */
  public record ServiceMetrics(String noCredit, String timeouts, String family) {}

  /**
   * A target of one part, which is silent for a minute before it counts as gone.
   *
   * @param launch how it is started for the run; null if it runs already
   * @param addresses where it is then, {@code host:port}
   */
  public static Target of(Launch launch, String... addresses) {
    return new Target(
        launch,
        null,
        List.of("server"),
        List.of(),
        launch == null ? List.of(addresses) : List.of(),
        List.of(),
        null,
        Preparation.NONE,
        Span.parse("60s"));
  }

  /** Returns whether it is started for the run. */
  public boolean embedded() {
    return launch != null;
  }
}
