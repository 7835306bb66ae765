// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.fleetload.hono.embedded.adapter.AdapterClients;
import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.wire.ReadinessChecks;
import io.fleetload.hono.embedded.wire.Service;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.eclipse.hono.adapter.MicrometerBasedProtocolAdapterMetrics;
import org.eclipse.hono.adapter.ProtocolAdapterProperties;

/** The MQTT adapter as a part of the stack. */
public final class MqttAdapter implements Part {
  private final Listener listener;
  private final int maxPayload;
  private final int maxConnections;
  private final AdapterClients clients;
  private final MeterRegistry meters;
  private Vertx vertx;

  /**
   * Creates an adapter that is not started.
   *
   * @param maxPayload the largest payload of a message, in bytes
   * @param maxConnections the number of devices that it serves at once
   */
  public MqttAdapter(
      Listener listener,
      int maxPayload,
      int maxConnections,
      AdapterClients clients,
      MeterRegistry meters) {
    this.listener = listener;
    this.maxPayload = maxPayload;
    this.maxConnections = maxConnections;
    this.clients = clients;
    this.meters = meters;
  }

  @Override
  public String name() {
    return "MQTT adapter";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() throws Exception {
    vertx = Vertx.vertx();
    ProtocolAdapterProperties properties = new ProtocolAdapterProperties();
    properties.setInsecurePortEnabled(true);
    properties.setInsecurePortBindAddress(listener.host());
    properties.setInsecurePort(listener.port());
    properties.setMaxPayloadSize(maxPayload);
    properties.setMaxConnections(maxConnections);
    MicrometerBasedProtocolAdapterMetrics metrics =
        new MicrometerBasedProtocolAdapterMetrics(meters, vertx, properties);
    DeviceAdapter adapter = new DeviceAdapter(metrics);
    adapter.setConfig(properties);
    clients.connect(adapter, Service.MQTT_ADAPTER, vertx, properties.isDefaultsEnabled(), metrics);
    ReadinessChecks checks = new ReadinessChecks(vertx, adapter::registerReadinessChecks);
    FutureWait.on(vertx.deployVerticle(adapter));
    FutureWait.on(checks.passed());
  }

  @Override
  public void stop() throws Exception {
    if (vertx != null) {
      FutureWait.on(vertx.close());
    }
  }
}
