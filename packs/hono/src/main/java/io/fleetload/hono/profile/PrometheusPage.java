// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.pack.Target;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.OrText;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.HostPort;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A Prometheus page of a process of the installation.
 *
 * @param role the part that the process is; null if the profile has the address alone
 * @param url the page's address; its query may hold a token
 * @param everyAddress whether each address of its name is a process of its own
 */
@OrText(PrometheusPage.EXPECTED)
public record PrometheusPage(
    @Doc(value = "the part of the installation that the process is", byDefault = "not known")
        Role role,
    @Doc(
            value = "the page's address; Hono's services have it at /prometheus of the health port",
            required = true,
            secret = true)
        String url,
    @Doc(
            value =
                "whether each address of the name in url is its own process, as behind a headless"
                    + " Service of Kubernetes",
            byDefault = "false")
        Boolean everyAddress) {

  /** Fills in what the profile leaves open. */
  public PrometheusPage {
    everyAddress = everyAddress != null && everyAddress;
  }

  static final String EXPECTED =
      "a mapping with role, url, such as { role: adapter, url: http://adapter:8088/prometheus },"
          + " or the address alone";

  private static final Pattern PAGE =
      Pattern.compile("https?://([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+\\])(:[0-9]{1,5})?(/\\S*)?");

  /** The parts of an installation, in the order in which a message meets them; and any other. */
  public enum Role {
    /** The CoAP adapter. */
    @JsonProperty("adapter")
    ADAPTER,
    /** The authentication server. */
    @JsonProperty("auth")
    AUTH,
    /** The device registry. */
    @JsonProperty("registry")
    REGISTRY,
    /** The command router. */
    @JsonProperty("router")
    ROUTER,
    /** A Kafka broker. */
    @JsonProperty("kafka")
    KAFKA,
    /** A node of the data grid. */
    @JsonProperty("infinispan")
    INFINISPAN,
    /** A node of the registry's database. */
    @JsonProperty("mongodb")
    MONGODB,
    /** Something else that costs, such as a proxy. */
    @JsonProperty("other")
    OTHER;

    /** The name that profiles have. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The parts that every installation has. */
  public static List<String> installation() {
    return Arrays.stream(Role.values()).filter(role -> role != Role.OTHER).map(Role::key).toList();
  }

  /** Reads a page from a mapping, or from its address alone. */
  @JsonCreator
  static PrometheusPage of(JsonNode node) {
    return node.isTextual()
        ? new PrometheusPage(null, node.asText(), false)
        : new PrometheusPage(
            node.has("role")
                ? Role.valueOf(node.path("role").asText().toUpperCase(Locale.ROOT))
                : null,
            node.path("url").asText(),
            node.path("everyAddress").asBoolean());
  }

  /** The page as a run reads it. */
  public Target.MetricsPage shown() {
    return new Target.MetricsPage(
        URI.create(url), role == null ? List.of() : List.of(role.key()), everyAddress);
  }

  void check(String key, ProfileChecks checks) {
    // Not shown: a page's address may carry a token.
    if (!PAGE.matcher(url).matches()) {
      checks.problem(
          key,
          "expected the address of a page, such as http://host:port/prometheus, without user or"
              + " password");
    } else if (everyAddress && !url.startsWith("http://")) {
      checks.problem(
          key + ".everyAddress",
          "expected false, or a page at http://, as a certificate is of a name and not of its"
              + " addresses");
    }
    HostPort.checkUrl(key, url, checks);
  }
}
