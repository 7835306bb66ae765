// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.hono.profile.ConnectionEvents;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.HonoServices;
import io.fleetload.hono.profile.X509;
import io.fleetload.pack.Launch;
import io.fleetload.profile.Life;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts the Hono of {@code hono-deploy/embedded} as a profile asks for it. */
final class EmbeddedHono {
  private final HonoProfile profile;

  private EmbeddedHono(HonoProfile profile) {
    this.profile = profile;
  }

  /** Starts it as a profile asks for it. */
  static Launch of(HonoProfile profile) {
    EmbeddedHono hono = new EmbeddedHono(profile);
    return Launch.of(
            "hono-embedded",
            "the embedded Hono stack",
            "hono-deploy/embedded/target/hono-embedded.jar",
            "-Xms512m",
            "-Xmx3g")
        .with(hono::arguments)
        .saying(hono::ready);
  }

  private List<String> arguments(int fleets, int port) {
    HonoServices services = profile.target().services();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--coap-port=0",
                "--kafka-port=0",
                "--mongodb-port=0",
                "--infinispan-port=0",
                "--http-port=" + port,
                "--max-connections=" + fleets * mostSessions(),
                "--max-payload=" + profile.target().maxPayload().bytes(),
                "--request-timeout=" + services.requestTimeout().millis() + "ms",
                "--flow-latency=" + services.flowLatency().millis() + "ms",
                "--cached-registrations=" + services.cachedRegistrations(),
                "--progress",
                "--until-stdin-closes"));
    Set<Protocol> spoken = profile.devices().protocols();
    if (spoken.contains(Protocol.MQTT)) {
      arguments.add("--mqtt-port=0");
    }
    if (hasTls()) {
      arguments.add("--tls");
    }
    if (ConnectionEvents.any(profile)) {
      arguments.add("--connection-events");
    }
    if (spoken.contains(Protocol.HTTP)) {
      arguments.add("--http-adapter-port=0");
    }
    profile.sharedBy().shares().forEach(each -> arguments.add("--tenant=" + each.id()));
    return arguments;
  }

  /**
   * A session that was closed takes up a place of the adapter for half an hour (Scandium's stale
   * connection threshold), and so does one that a storm takes, or that a device gives up because it
   * is silent: the adapter does not learn of their end.
   */
  private long mostSessions() {
    Life.Storm storm = profile.devices().life().storm();
    long silent = profile.devices().reconnectAfter().nanos() == 0 ? 0 : 1;
    return profile.sessions() * (1 + silent + (storm == null ? 0 : storm.at().size())) + 1_000L;
  }

  /** Returns whether its adapters over TCP know devices by their certificates. */
  private boolean hasTls() {
    return profile.devices().x509() != null
        && profile.devices().protocols().stream().anyMatch(Protocol::isByPassword);
  }

  private Launch.ReadyValues ready(Map<String, String> line) {
    List<String> overrides =
        Launch.overrides(
            line,
            Map.of(
                "coap", "target.coap",
                "mqtt", "target.mqtt",
                "httpAdapter", "target.http",
                "kafka", "target.kafka",
                "mongodb", "target.mongodb",
                "database", "target.database"));
    X509 x509 = profile.devices().x509();
    boolean given = x509 != null && (x509.trust() != null || x509.trustAny());
    if (x509 != null && !given) {
      String certificate = line.get("coapCertificate").replace("'", "''");
      String key = hasTls() ? "target.trust" : "devices.x509.trust";
      overrides.add("%s='%s'".formatted(key, certificate));
    }
    if (hasTls()) {
      overrides.replaceAll(each -> each.replaceFirst("^target\\.mqtt=", "$0tls://"));
      overrides.replaceAll(each -> each.replaceFirst("^target\\.http=", "$0https://"));
    }
    return new Launch.ReadyValues(
        overrides, URI.create(line.get("http") + "/metrics"), profile.target().described() + own());
  }

  /** The adapters that are not Hono's own, since Maven Central does not have those. */
  private String own() {
    String adapters =
        profile.devices().protocols().stream()
            .filter(Protocol::isByPassword)
            .map(Protocol::toString)
            .collect(Collectors.joining(" and "));
    return adapters.isEmpty() ? "" : ", %s adapter of the load platform".formatted(adapters);
  }
}
