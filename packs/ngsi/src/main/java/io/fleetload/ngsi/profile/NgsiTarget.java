// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Span;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The system under test: a broker.
 *
 * @param headers may hold secrets; not part of {@link #toString()}
 */
public record NgsiTarget(
    @Doc(value = "embedded: started for the run; external: it runs already", byDefault = "embedded")
        Kind kind,
    @Doc(
            value = "URL of the broker, without a path",
            byDefault = "that of the embedded one",
            form = NgsiTarget.URL,
            expected = "a URL such as http://127.0.0.1:9090")
        String url,
    @Doc(value = "which broker it is: scorpio, stellio, orion-ld or orion", byDefault = "scorpio")
        Broker broker,
    @Doc(value = "the tenant that requests name", byDefault = "none") String tenant,
    @Doc(
            value = "headers that every request carries, such as { Authorization: \"Bearer …\" }",
            byDefault = "none",
            secret = true)
        Map<String, String> headers,
    @Doc(value = "TLS to the broker", byDefault = "that of Java, with an https URL") Tls tls,
    @Doc(
            value = "URL under which the broker finds the @context of the requests",
            byDefault = "served by the embedded broker, or for the run by the tools")
        String context,
    @Doc(
            value =
                "whether to send the requests of setUp before the run; false: it is looked whether"
                    + " their verify holds",
            byDefault = "true")
        Boolean provision,
    @Doc(value = "what the embedded broker does wrong", byDefault = "nothing") Faults faults,
    @Doc(
            value = "the run ends with exit code 3 once nothing came back for so long; 0s: never",
            byDefault = "60s")
        Span gone)
    implements SystemUnderTest {
  /** A broker's URL, as a regular expression. */
  static final String URL = "https?://[^/\\s?#]+/?";

  private static final int HTTP_PORT = 80;
  private static final String JAR = "packs/ngsi/embedded/target/ngsi-embedded.jar";
  private static final Set<String> OF_THIS_HOST_ONLY = Set.of("127.0.0.1", "localhost");
  private static final int HTTPS_PORT = 443;

  /** Source of the target. */
  public enum Kind {
    /** Started for the run. */
    @JsonProperty("embedded")
    EMBEDDED,
    /** It runs already. */
    @JsonProperty("external")
    EXTERNAL
  }

  /** Whom the users trust. */
  public record Tls(
      @Doc(
              value = "file with the certificates that the broker's must come from, in PEM format",
              byDefault = "those of the Java installation")
          FileBesideProfile authorities,
      @Doc(value = "the name that the broker's certificate must have", byDefault = "its host")
          String serverName) {}

  /** Fills in what the profile leaves open. */
  public NgsiTarget {
    kind = kind == null ? Kind.EMBEDDED : kind;
    broker = broker == null ? Broker.SCORPIO : broker;
    headers = headers == null ? Map.of() : Map.copyOf(headers);
    provision = provision == null || provision;
    gone = gone == null ? Span.parse("60s") : gone;
  }

  static NgsiTarget embedded() {
    return new NgsiTarget(Kind.EMBEDDED, null, null, null, null, null, null, null, null, null);
  }

  boolean isEmbedded() {
    return kind == Kind.EMBEDDED;
  }

  /** Preparation of the target before a run, and after it. */
  private static Target.Preparation preparation(NgsiProfile profile) {
    if (!profile.target().provision()) {
      return profile.setUp().isEmpty() ? Target.Preparation.NONE : Target.Preparation.CHECK;
    }
    if (profile.tearDown().isEmpty()) {
      // A tenant is looked at in any case, before a request is sent.
      return profile.setUp().isEmpty() && profile.target().tenant == null
          ? Target.Preparation.NONE
          : Target.Preparation.APPLY;
    }
    return Target.Preparation.APPLY_AND_REMOVE;
  }

  /** The target as a run treats it. */
  public static Target of(NgsiProfile profile) {
    NgsiTarget target = profile.target();
    boolean hosted = profile.namesContext() && target.context == null && !target.isEmbedded();
    return new Target(
        target.isEmbedded() ? target.launch() : null,
        hosted ? contextHost(profile.receiver().host()) : null,
        List.of("broker"),
        List.of(),
        target.isEmbedded() ? List.of() : List.of(target.address()),
        List.of(),
        null,
        preparation(profile),
        target.gone);
  }

  private Launch launch() {
    return Launch.of("ngsi-broker", "the embedded NGSI broker", JAR, "-Xmx1g", "-XX:+UseSerialGC")
        .withMetricsPort(faults == null ? List.of() : faults.arguments())
        .saying(
            described(),
            context == null
                ? Map.of("url", "target.url", "context", "target.context")
                : Map.of("url", "target.url"));
  }

  /**
   * Serves the @context alone, where the broker that runs already finds it.
   *
   * @param host the name or IP address under which the broker reaches this host
   */
  private static Launch contextHost(String host) {
    boolean everywhere = !OF_THIS_HOST_ONLY.contains(host);
    String described =
        "the host of the @context"
            + (everywhere ? ", on all addresses of this host (0.0.0.0)" : "");
    return Launch.of("ngsi-context", described, JAR, "-Xmx64m", "-XX:+UseSerialGC")
        .with(
            (fleets, port) ->
                everywhere
                    ? List.of("--context-only", "--host", "0.0.0.0")
                    : List.of("--context-only"))
        .saying(
            line -> {
              URI at = URI.create(line.get("context"));
              return new Launch.ReadyValues(
                  List.of(
                      "target.context=http://%s:%d%s"
                          .formatted(
                              host.contains(":") ? "[" + host + "]" : host,
                              at.getPort(),
                              at.getPath())),
                  null,
                  described);
            });
  }

  /** Address of the broker, {@code host:port}. */
  private String address() {
    URI at = URI.create(url);
    int standard = at.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
    return at.getHost() + ":" + (at.getPort() < 0 ? standard : at.getPort());
  }

  void check(ProfileChecks checks) {
    if (url != null && hostOf(url) == null) {
      checks.problem("target.url", "found \"%s\", which names no host".formatted(url));
    } else if (url != null) {
      HostPort.checkUrl("target.url", url, checks);
    }
    if (isEmbedded()) {
      if (tls != null) {
        checks.problem("target.tls", "needs target.kind: external; the embedded broker has no TLS");
      }
      return;
    }
    if (url == null) {
      checks.problem("target.url", "is missing; an external target needs http://host:port");
    } else if (tls != null && !url.startsWith("https:")) {
      checks.problem("target.tls", "needs a target.url with https");
    }
    if (faults != null) {
      checks.problem(
          "target.faults", "are of the embedded broker; expected none, or kind: embedded");
    }
  }

  private static String hostOf(String url) {
    try {
      return new URI(url).getHost();
    } catch (URISyntaxException e) {
      return null;
    }
  }

  @Override
  public String described() {
    return isEmbedded()
        ? "embedded NGSI broker, a stand-in of ours, on this host"
        : "external NGSI broker";
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "NgsiTarget[kind=" + kind + ", url=" + url + ", broker=" + broker + "]";
  }
}
