// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.List;
import java.util.Locale;

/** The connections of a JMeter thread group. */
final class PlanConnection {
  private final ImportDraft draft;

  private final PlanKeys keys;
  private final String devices;

  PlanConnection(ImportDraft draft, PlanKeys keys, String devices) {
    this.draft = draft;
    this.keys = keys;
    this.devices = devices;
  }

  /** The connections of devices. */
  void ofDevices() {
    if (draft.has("target.broker")) {
      keys.all().stream()
          .filter(each -> each.name().matches("mqtt\\.(server|port|protocol|ws_path|version)"))
          .forEach(each -> sameAsFirst(each));
    } else {
      broker();
    }
    keys.part("mqtt.user_name")
        .filter(each -> !each.value().isBlank())
        .ifPresent(
            each -> keys.value(each).ifPresent(user -> draft.take(each, devices + ".user", user)));
    keys.part("mqtt.password")
        .ifPresent(each -> password(each, devices + ".password", "MQTT_PASSWORD"));
    keys.part("mqtt.client_id_prefix")
        .ifPresent(
            each ->
                keys.value(each)
                    .ifPresent(
                        prefix ->
                            draft.take(
                                each,
                                devices + ".clientId",
                                prefix.contains("{index}") ? prefix : prefix + "{index}")));
    keys.part("mqtt.client_id_suffix")
        .ifPresent(each -> each.note("{index} makes each id its own, in place of a random suffix"));
    keys.take("mqtt.conn_keep_alive", devices + ".keepAlive", "s");
    keys.take("mqtt.conn_clean_session", devices + ".cleanStart", "");
    keys.take("mqtt.conn_timeout", "phases.connect.timeout", "s");
    keys.part("mqtt.conn_attempt_max")
        .ifPresent(
            each -> {
              long attempts = keys.whole("mqtt.conn_attempt_max", 0);
              if (attempts < 0) {
                each.leaveOut("there is no end of attempts here: write phases.connect.attempts");
              } else {
                draft.take(each, "phases.connect.attempts", "" + (attempts + 1));
              }
            });
  }

  void sameAsFirst(Part part) {
    String own = keys.resolved(part).orElse("");
    if (draft
            .value("target.broker")
            .orElse("")
            .toLowerCase(Locale.ROOT)
            .contains(own.toLowerCase(Locale.ROOT))
        || part.name().matches("mqtt\\.(protocol|version)")) {
      part.note("as of the first group");
    } else {
      part.leaveOut("a profile has one broker, that of the first group");
    }
  }

  void broker() {
    String server = text("mqtt.server", "127.0.0.1");
    String port = text("mqtt.port", "1883");
    String scheme =
        switch (text("mqtt.protocol", "TCP").toUpperCase(Locale.ROOT)) {
          case "SSL" -> "tls";
          case "WS" -> "ws";
          case "WSS" -> "wss";
          default -> "tcp";
        };
    String path = scheme.startsWith("ws") ? text("mqtt.ws_path", "") : "";
    String url =
        "%s://%s:%s%s"
            .formatted(
                scheme, server, port, path.isEmpty() || path.startsWith("/") ? path : "/" + path);
    for (String each : List.of("mqtt.server", "mqtt.port", "mqtt.protocol", "mqtt.ws_path")) {
      keys.part(each)
          .filter(part -> part.reason() == null && !part.value().isBlank())
          .ifPresent(part -> draft.take(part, "target.broker", url));
    }
    keys.part("mqtt.version")
        .ifPresent(
            each ->
                keys.value(each)
                    .ifPresent(
                        version ->
                            draft
                                .take(
                                    each, "target.version", version.startsWith("5") ? "5" : "3.1.1")
                                .note(
                                    version.equals("3.1")
                                        ? "there is no MQTT 3.1 here"
                                        : "the version")));
  }

  private String text(String property, String byDefault) {
    return keys.part(property)
        .flatMap(keys::value)
        .filter(each -> !each.isBlank())
        .orElse(byDefault);
  }

  void password(Part part, String key, String variable) {
    part.hide();
    if (part.value().isBlank()) {
      return;
    }
    draft
        .take(part, key, "${" + variable + "}")
        .note("set the variable %s to it".formatted(variable));
  }
}
