// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter;

import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.wire.ReadinessChecks;
import io.fleetload.hono.embedded.wire.Service;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.hono.adapter.MicrometerBasedProtocolAdapterMetrics;
import org.eclipse.hono.adapter.ProtocolAdapterProperties;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;

/** An adapter of ours as a part of the stack. */
public final class PasswordAdapterPart implements Part {
  private final Listener listener;
  private final Service service;
  private final AdapterForm form;
  private final AdapterClients clients;
  private final MeterRegistry meters;
  private final Function<MicrometerBasedMetrics, PasswordAdapter> adapter;
  private Vertx vertx;

  /**
   * Form of an adapter.
   *
   * @param maxPayload the largest payload of a message, in bytes
   * @param maxConnections the number of devices that it serves at once
   * @param tls the key and certificate of its TLS; empty for no TLS
   */
  public record AdapterForm(int maxPayload, int maxConnections, Optional<AdapterIdentity> tls) {}

  /**
   * Creates an adapter that is not started.
   *
   * @param service its name among those that talk to each other
   * @param adapter makes it
   */
  public PasswordAdapterPart(
      Listener listener,
      Service service,
      AdapterForm form,
      AdapterClients clients,
      MeterRegistry meters,
      Function<MicrometerBasedMetrics, PasswordAdapter> adapter) {
    this.listener = listener;
    this.service = service;
    this.form = form;
    this.clients = clients;
    this.meters = meters;
    this.adapter = adapter;
  }

  @Override
  public String name() {
    return listener.part();
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() throws Exception {
    vertx = Vertx.vertx();
    ProtocolAdapterProperties properties = new ProtocolAdapterProperties();
    if (form.tls().isPresent()) {
      properties.setBindAddress(listener.host());
      properties.setPort(listener.port());
      properties.setKeyPath(form.tls().get().key().toString());
      properties.setCertPath(form.tls().get().certificate().toString());
    } else {
      properties.setInsecurePortEnabled(true);
      properties.setInsecurePortBindAddress(listener.host());
      properties.setInsecurePort(listener.port());
    }
    properties.setMaxPayloadSize(form.maxPayload());
    properties.setMaxConnections(form.maxConnections());
    MicrometerBasedProtocolAdapterMetrics metrics =
        new MicrometerBasedProtocolAdapterMetrics(meters, vertx, properties);
    PasswordAdapter made = adapter.apply(metrics);
    made.setConfig(properties);
    clients.connect(made, service, vertx, properties.isDefaultsEnabled(), metrics);
    ReadinessChecks checks = new ReadinessChecks(vertx, made::registerReadinessChecks);
    FutureWait.on(vertx.deployVerticle(made));
    FutureWait.on(checks.passed());
  }

  @Override
  public void stop() throws Exception {
    if (vertx != null) {
      FutureWait.on(vertx.close());
    }
  }
}
