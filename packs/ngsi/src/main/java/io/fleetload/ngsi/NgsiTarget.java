// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Doc;
import io.fleetload.profile.Span;
import java.util.Map;

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
        Span gone) {
  /** A broker's URL, as a regular expression. */
  static final String URL = "https?://[^/\\s?#]+/?";

  /** Where the target comes from. */
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
          String authorities,
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

  /** What is tested and where, without an address. */
  String described() {
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
