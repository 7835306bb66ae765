// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.pack.Target;
import io.fleetload.profile.Life;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Starts the Hono of {@code hono-deploy/embedded} as a profile asks for it. */
final class EmbeddedHono implements Target.Launch {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HonoProfile profile;

  EmbeddedHono(HonoProfile profile) {
    this.profile = profile;
  }

  /**
   * What it says once it is ready.
   *
   * @param coap host:port of the CoAP adapter
   * @param coapCertificate the file with the adapter's certificate
   * @param kafka host:port of the broker
   * @param mongodb connection string of the registry's database server, without credentials
   * @param database the registry's database
   * @param http base address of its status and metrics pages
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Endpoints(
      String coap,
      String coapCertificate,
      String kafka,
      String mongodb,
      String database,
      String http) {}

  @Override
  public String process() {
    return "hono-embedded";
  }

  @Override
  public String described() {
    return "the embedded Hono stack";
  }

  @Override
  public String jar() {
    return "hono-deploy/embedded/target/hono-embedded.jar";
  }

  @Override
  public List<String> javaOptions() {
    return List.of("-Xms512m", "-Xmx3g");
  }

  @Override
  public List<String> arguments(int fleets, int port) {
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
    profile.sharedBy().shares().forEach(each -> arguments.add("--tenant=" + each.id()));
    return arguments;
  }

  /**
   * A session that was closed takes up a place of the adapter for half an hour (Scandium's stale
   * connection threshold), and so does one that a storm takes, or that a device gives up because it
   * is silent: the adapter was not told of their end.
   */
  private long mostSessions() {
    Life.Storm storm = profile.devices().life().storm();
    long silent = profile.devices().reconnectAfter().nanos() == 0 ? 0 : 1;
    return profile.sessions() * (1 + silent + (storm == null ? 0 : storm.at().size())) + 1_000L;
  }

  @Override
  public Target.Ready ready(String line) {
    Endpoints at;
    try {
      at = JSON.readValue(line, Endpoints.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the stack's ready line is no JSON: " + line, e);
    }
    List<String> overrides =
        new ArrayList<>(
            List.of(
                "target.coap=" + at.coap,
                "target.kafka=" + at.kafka,
                "target.mongodb=" + at.mongodb,
                "target.database=" + at.database));
    X509 x509 = profile.devices().x509();
    if (x509 != null && x509.trust() == null && !x509.trustAny()) {
      overrides.add("devices.x509.trust='" + at.coapCertificate.replace("'", "''") + "'");
    }
    return new Target.Ready(overrides, URI.create(at.http + "/metrics"), profile.tested());
  }
}
