// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.fleetload.process.UsageException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A tool's figures where the user wants them: on a page, at an OTLP receiver, at both or nowhere.
 */
public final class ShownMetrics implements AutoCloseable {
  private final Meters meters;
  private final MetricsServer page;
  private final OtlpExport export;

  private ShownMetrics(Meters meters, MetricsServer page, OtlpExport export) {
    this.meters = meters;
    this.page = page;
    this.export = export;
  }

  /**
   * Begins to show them.
   *
   * @param host the address of the page
   * @param port the port of the page, 0 for any that is free; null for no page
   * @param environment names the OTLP receiver, by OpenTelemetry's variables
   * @param source the source of the figures
   * @param say receives the address of the page, and one line if the figures do not arrive at the
   *     receiver
   * @throws UsageException if the page cannot be served
   */
  public static ShownMetrics of(
      String host,
      Integer port,
      Map<String, String> environment,
      MetricsSource source,
      Consumer<String> say)
      throws UsageException {
    Optional<OtlpSettings> receiver = receiver(environment, say);
    if (port == null && receiver.isEmpty()) {
      return new ShownMetrics(null, null, null);
    }
    Meters meters = new Meters();
    MetricsServer page = null;
    if (port != null) {
      page = MetricsServer.start(host, port, meters);
      say.accept("metrics at " + page.address());
    }
    OtlpExport export = receiver.map(each -> meters.sentTo(each, source, say)).orElse(null);
    return new ShownMetrics(meters, page, export);
  }

  /** An environment that others made does not keep anybody from a load test. */
  private static Optional<OtlpSettings> receiver(
      Map<String, String> environment, Consumer<String> say) {
    try {
      return OtlpSettings.in(environment);
    } catch (UsageException e) {
      say.accept("metrics are not sent: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns the meters; empty without a page and a receiver. */
  public Optional<Meters> meters() {
    return Optional.ofNullable(meters);
  }

  /** From now on the tool is ready for what it is for. */
  public void ready() {
    if (page != null) {
      page.ready();
    }
  }

  @Override
  public void close() {
    if (export != null) {
      export.close();
    }
    if (page != null) {
      page.close();
    }
    if (meters != null) {
      meters.close();
    }
  }
}
