// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.ngsi.profile.Broker;
import io.fleetload.pack.LineForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A load test in one line: each user has an entity, which it changes, or which it reads. */
final class EntityLine {
  private static final String UPDATE = "update";
  private static final String RETRIEVE = "retrieve";
  private static final String QUERY = "query";

  static final LineForm FORM =
      new LineForm(
          List.of(new LineForm.UrlKind("ngsi+http", 80), new LineForm.UrlKind("ngsi+https", 443)),
          List.of(UPDATE, RETRIEVE, QUERY),
          List.of(
              new LineForm.KeyOption("broker", "target.broker"),
              new LineForm.KeyOption("tenant", "target.tenant"),
              new LineForm.KeyOption("request", "flows.*.request"),
              new LineForm.KeyOption("body", "flows.*.body"),
              new LineForm.KeyOption("connections", "devices.connections"),
              new LineForm.KeyOption("http", "devices.http"),
              new LineForm.KeyOption("authorities", "target.tls.authorities")),
          EntityLine::keys);

  private EntityLine() {}

  private static List<String> keys(LineForm.LineOrder line) {
    List<String> keys = new ArrayList<>();
    if (!line.target().isEmbedded()) {
      keys.add("target.kind=external");
      String layers = line.target().scheme().equals("ngsi+https") ? "https" : "http";
      keys.add("target.url='%s://%s'".formatted(layers, line.target().address()));
    }
    Broker broker = broker(line.given().get("broker"));
    if (!broker.isV2()) {
      // It is known to every broker, wherever that is.
      keys.add("context.send=core");
    }
    keys.add(setUp(broker, line.devices()));
    keys.add("tearDown=[{type: Device, ids: 'urn:ngsi-ld:Device:fl-'}]");
    String flow = "flows." + line.flow();
    keys.addAll(
        switch (line.flow()) {
          case RETRIEVE ->
              List.of(
                  flow + ".request='GET " + entity(broker) + "'",
                  flow + ".expect={status: 200, found: 1}");
          case QUERY ->
              List.of(
                  flow + ".request='GET " + broker.root() + "/entities?type=Device&limit=20'",
                  flow + ".expect={status: 200, found: 1}");
          default ->
              List.of(
                  flow + ".request='POST " + entity(broker) + "/attrs'",
                  "%s.body='{ \"temperature\": %s }'"
                      .formatted(flow, number(broker, "{{decimal(-10,40,1)}}")),
                  flow + ".expect={status: 204}");
        });
    return keys;
  }

  /** The usual broker for an unknown name, which the profile's check finds. */
  private static Broker broker(String name) {
    for (Broker each : Broker.values()) {
      if (each.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
        return each;
      }
    }
    return Broker.SCORPIO;
  }

  private static String setUp(Broker broker, String devices) {
    return """
        setUp=[{request: 'POST %s/entities', count: %s,
          body: '{ "id": "urn:ngsi-ld:Device:fl-{{n}}", "type": "Device", "temperature": %s }',
          verify: {request: 'GET %s/entities?type=Device&idPattern=:fl-&limit=1&%s', found: %s}}]
        """
        .formatted(
            broker.root(),
            devices,
            number(broker, "20.5"),
            broker.root(),
            broker.askForCount(),
            devices);
  }

  private static String entity(Broker broker) {
    return broker.root() + "/entities/urn:ngsi-ld:Device:fl-{{user}}";
  }

  private static String number(Broker broker, String value) {
    return "{ \"type\": \"%s\", \"value\": %s }"
        .formatted(
            broker.isV2() ? "Number" : "Property",
            value.startsWith("{") ? "\"" + value + "\"" : value);
  }
}
