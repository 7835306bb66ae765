// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import io.fleetload.embedded.Figures;

/**
 * The broker's figures. A message is a PUBLISH; a packet is of any kind.
 *
 * @param registry HiveMQ's own; its names begin with {@code com.hivemq.}
 */
record BrokerFigures(MetricRegistry registry, BrokerLog log) {
  void write(Figures page) {
    page.gauge("mqtt_connections_open", value("networking.connections.current"));
    page.counter("mqtt_connects_total", value("messages.incoming.connect.count"));
    page.counter(
        "mqtt_connections_closed_total", value("networking.connections-closed.total.count"));
    page.gauge("mqtt_sessions", value("sessions.overall.current"));
    page.gauge("mqtt_subscriptions", value("subscriptions.overall.current"));
    page.gauge("mqtt_messages_retained", value("messages.retained.current"));
    page.counter("mqtt_messages_received_total", value("messages.incoming.publish.count"));
    page.counter("mqtt_messages_sent_total", value("messages.outgoing.publish.count"));
    page.counter("mqtt_messages_dropped_total", value("messages.dropped.count"));
    page.counters("mqtt_messages_dropped_by_reason_total", "reason", log.drops());
    page.counter("mqtt_packets_received_total", value("messages.incoming.total.count"));
    page.counter("mqtt_packets_sent_total", value("messages.outgoing.total.count"));
    page.counter("mqtt_bytes_received_total", value("networking.bytes.read.total"));
    page.counter("mqtt_bytes_sent_total", value("networking.bytes.write.total"));
    page.gauge("mqtt_queue_bytes", value("persistence.queued-messages.in-memory.total-size"));
  }

  /** One that HiveMQ does not have, such as the size of queues in files, is 0. */
  private Number value(String name) {
    Metric metric = registry.getMetrics().get("com.hivemq." + name);
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
        ? number
        : 0;
  }
}
