// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.key.ClosestName;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * The Hono installation under test: the embedded one, or any other by its endpoints.
 *
 * @param kafkaProperties may hold secrets; not part of {@link #toString()}
 * @param access may hold a password; not part of {@link #toString()}
 */
public record HonoTarget(
    @Doc(value = "embedded: started for the run; external: it runs already", byDefault = "embedded")
        Kind kind,
    @Inline HonoAdapters adapters,
    @Doc(
            value = "Kafka bootstrap servers",
            byDefault = "127.0.0.1:9092 when embedded",
            form = HostPort.LIST,
            expected = HostPort.LIST_EXPECTED)
        String kafka,
    @Doc(
            value = "further properties of the Kafka clients, such as security.protocol",
            secret = true)
        Map<String, String> kafkaProperties,
    @Inline RegistryAccess access,
    @Doc(
            value = "replication factor of the topics that provisioning creates",
            byDefault = "the broker's own",
            least = 1,
            most = 100)
        Integer replication,
    @Doc(
            value =
                "whether to write tenant, devices and credentials before the run; false: they are"
                    + " there already, and are only counted where mongodb or registry is given",
            byDefault = "true")
        Boolean provision,
    @Doc(
            value =
                "the largest body that the adapter takes (its maxPayloadSize); an embedded one is"
                    + " started with it",
            byDefault = "2048B, which is Hono's")
        Size maxPayload,
    @Doc("how the services of an embedded Hono call each other over AMQP") HonoServices services,
    @Doc(
            value =
                "Prometheus pages of an external target's processes, for what it costs, such as"
                    + " [{ role: adapter, url: http://adapter:8088/prometheus }]",
            byDefault = "none")
        List<PrometheusPage> prometheus,
    @Doc(
            value =
                "the run ends with exit code 3 once nothing came back from the target for so long:"
                    + " no device had an answer, some had a timeout or no session, and Kafka did"
                    + " not answer the backend; 0s: never",
            byDefault = "60s")
        Span gone)
    implements SystemUnderTest {

  /** Other names may be those of an interceptor or a login of the user's. */
  private static final Pattern OF_SECURITY = Pattern.compile("(security|sasl|ssl)\\..*");

  /** Hono's adapter refuses to start with this or less, in bytes. */
  private static final int LEAST_PAYLOAD = 128;

  /** Source of the target. */
  public enum Kind {
    /** Started for the run. */
    @JsonProperty("embedded")
    EMBEDDED,
    /** It runs already. */
    @JsonProperty("external")
    EXTERNAL
  }

  /** Fills in what the profile leaves open. */
  public HonoTarget {
    kind = kind == null ? Kind.EMBEDDED : kind;
    boolean embedded = kind == Kind.EMBEDDED;
    HonoAdapters named = adapters == null ? HonoAdapters.NONE : adapters;
    adapters = embedded ? named.toEmbedded() : named;
    kafka = kafka == null && embedded ? "127.0.0.1:9092" : kafka;
    RegistryAccess given = access == null ? RegistryAccess.DEFAULT : access;
    access = embedded ? given.toEmbedded() : given;
    kafkaProperties = kafkaProperties == null ? Map.of() : Map.copyOf(kafkaProperties);
    maxPayload = maxPayload == null ? new Size(2_048) : maxPayload;
    // An external Hono is configured already; the same profile may be run against both kinds.
    HonoServices ofEmbedded = services == null ? HonoServices.STOCK : services;
    services = embedded ? ofEmbedded : null;
    provision = provision == null || provision;
    prometheus = prometheus == null ? List.of() : List.copyOf(prometheus);
    gone = gone == null ? Span.parse("60s") : gone;
  }

  static HonoTarget embedded() {
    return new HonoTarget(
        Kind.EMBEDDED, null, null, null, null, null, null, null, null, null, null);
  }

  /** Address of the adapter of a protocol, {@code host:port}; null if it is not given. */
  public String adapter(Protocol protocol) {
    return adapters.address(protocol);
  }

  /** Host of the CoAP adapter. */
  public String coapHost() {
    return adapters.coap().substring(0, adapters.coap().lastIndexOf(':'));
  }

  /** Port of the CoAP adapter. */
  public int coapPort() {
    return Integer.parseInt(adapters.coap().substring(adapters.coap().lastIndexOf(':') + 1));
  }

  /** Its Kafka as a place where shards meet. */
  Coordination.Kafka meeting() {
    return new Coordination.Kafka(kafka, kafkaProperties, null, replication);
  }

  @Override
  public String described() {
    return kind == Kind.EMBEDDED ? "embedded Hono on this host" : "external Hono";
  }

  void check(HonoDevices devices, ProfileChecks checks) {
    if (services != null) {
      services.check(checks);
    }
    if (kind == Kind.EMBEDDED && maxPayload.bytes() <= LEAST_PAYLOAD) {
      checks.problem(
          "target.maxPayload",
          "found \"%dB\", expected %dB or more, since Hono takes no less"
              .formatted(maxPayload.bytes(), LEAST_PAYLOAD + 1));
    }
    adapters.check(devices.protocols(), checks);
    if (kind == Kind.EXTERNAL && devices.x509() != null) {
      adapters.requireTls(devices.protocols(), checks);
    }
    if (kafka == null) {
      checks.problem("target.kafka", "is missing; an external target needs host:port");
    } else {
      HostPort.check("target.kafka", kafka, checks);
    }
    kafkaProperties.keySet().forEach(each -> checkProperty(each, checks));
    access.check(devices, provision, checks);
    for (int i = 0; i < prometheus.size(); i++) {
      prometheus.get(i).check("target.prometheus[" + i + "]", checks);
    }
  }

  /** Kafka's clients pass over a name that they do not know, and then cannot connect. */
  private static void checkProperty(String name, ProfileChecks checks) {
    if (!OF_SECURITY.matcher(name).matches()) {
      return;
    }
    Set<String> known = new TreeSet<>(AdminClientConfig.configNames());
    if (!known.contains(name)) {
      checks.problem(
          "target.kafkaProperties",
          "names \"%s\", which Kafka's clients do not have%s"
              .formatted(
                  name,
                  ClosestName.of(name, known)
                      .map(meant -> "; did you mean \"" + meant + "\"?")
                      .orElse("")));
    }
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "HonoTarget[kind=" + kind + ", adapters=" + adapters + ", kafka=" + kafka + "]";
  }
}
