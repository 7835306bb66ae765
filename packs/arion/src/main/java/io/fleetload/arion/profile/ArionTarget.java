// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Span;
import java.util.List;
import java.util.Map;

/**
 * The system under test: a server of Arion's services, and the Hazelcast that holds its rules.
 *
 * @param metadata may hold secrets; not part of {@link #toString()}
 */
public record ArionTarget(
    @Doc(value = "embedded: started for the run; external: it runs already", byDefault = "embedded")
        Kind kind,
    @Doc(
            value = "host:port of the server",
            byDefault = "that of the embedded one",
            form = HostPort.FORM,
            expected = "host:port")
        String server,
    @Doc(
            value = "host:port of a member of its Hazelcast",
            byDefault = "that of the embedded one; none for another one",
            form = HostPort.FORM,
            expected = "host:port")
        String hazelcast,
    @Doc(
            value = "the name of its Hazelcast cluster",
            byDefault = "that of the embedded one; dev for another one")
        String cluster,
    @Doc(value = "TLS to the server", byDefault = "none: plain HTTP/2") Tls tls,
    @Doc(
            value = "metadata that every request carries, such as { authorization: \"Bearer …\" }",
            byDefault = "none",
            secret = true)
        Map<String, String> metadata,
    @Doc(
            value =
                "whether to write the rules before the run; false: they are there already, and some"
                    + " of them are looked for",
            byDefault = "true")
        Boolean provision,
    @Doc(value = "what the embedded server does wrong", byDefault = "nothing") Faults faults,
    @Doc(
            value = "the run ends with exit code 3 once nothing came back for so long; 0s: never",
            byDefault = "60s")
        Span gone)
    implements SystemUnderTest {

  /** The origin of the target. */
  public enum Kind {
    /** Started for the run. */
    @JsonProperty("embedded")
    EMBEDDED,
    /** It runs already. */
    @JsonProperty("external")
    EXTERNAL
  }

  /** Whom the clients trust, and who they are; files in PEM format. */
  public record Tls(
      @Doc(
              value = "file with the certificates that the server's must come from",
              byDefault = "those of the Java installation")
          FileBesideProfile authorities,
      @Doc("file with the clients' certificate, for a server that wants one")
          FileBesideProfile certificate,
      @Doc("file with the key of the clients' certificate") FileBesideProfile key,
      @Doc(value = "the name that the server's certificate must have", byDefault = "its host")
          String serverName) {
    private void check(ProfileChecks checks) {
      if ((certificate == null) != (key == null)) {
        checks.problem(
            certificate == null ? "target.tls.certificate" : "target.tls.key",
            "is missing; a client that shows a certificate needs both files");
      }
    }
  }

  /** Fills in what the profile leaves open. */
  public ArionTarget {
    kind = kind == null ? Kind.EMBEDDED : kind;
    cluster = cluster == null ? "dev" : cluster;
    metadata = metadata == null ? Map.of() : Map.copyOf(metadata);
    provision = provision == null || provision;
    gone = gone == null ? Span.parse("60s") : gone;
  }

  static ArionTarget embedded() {
    return new ArionTarget(Kind.EMBEDDED, null, null, null, null, null, null, null, null);
  }

  public boolean isEmbedded() {
    return kind == Kind.EMBEDDED;
  }

  @Override
  public String described() {
    return isEmbedded() ? "embedded Arion, ours, on this host" : "external Arion";
  }

  void check(ArionProfile profile, ProfileChecks checks) {
    checkPort("target.server", server, checks);
    checkPort("target.hazelcast", hazelcast, checks);
    if (tls != null) {
      tls.check(checks);
    }
    if (isEmbedded()) {
      if (tls != null) {
        checks.problem("target.tls", "needs target.kind: external; the embedded server has no TLS");
      }
    } else {
      checkExternal(profile, checks);
    }
  }

  private void checkExternal(ArionProfile profile, ProfileChecks checks) {
    if (server == null) {
      checks.problem("target.server", "is missing; an external target needs host:port");
    }
    if (faults != null) {
      checks.problem(
          "target.faults", "are of the embedded server; expected none, or kind: embedded");
    }
    String asking = profile.asksForHazelcast();
    if (hazelcast == null && asking != null) {
      checks.problem("target.hazelcast", "is missing, and %s needs it".formatted(asking));
    }
  }

  /** The form of an address lets its port have five digits. */
  private static void checkPort(String key, String address, ProfileChecks checks) {
    int port =
        address == null ? 1 : Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    if (port < 1 || port > 65_535) {
      checks.problem(key, "found \"%s\", expected a port from 1 to 65535".formatted(address));
    }
  }

  private Launch launch() {
    return Launch.of(
            "arion-server",
            "the embedded Arion server",
            "packs/arion/embedded/target/arion-embedded.jar",
            "-Xmx1g",
            "-XX:+UseSerialGC")
        .withMetricsPort(faults == null ? List.of() : faults.arguments())
        .saying(
            described(),
            Map.of(
                "server", "target.server",
                "hazelcast", "target.hazelcast",
                "cluster", "target.cluster"));
  }

  /** The target as a run treats it. */
  public Target of() {
    return new Target(
        isEmbedded() ? launch() : null,
        null,
        List.of("server"),
        List.of(),
        isEmbedded() ? List.of() : List.of(server),
        List.of(),
        null,
        provision ? Target.Preparation.APPLY : Target.Preparation.CHECK,
        gone);
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "ArionTarget[kind=" + kind + ", server=" + server + ", hazelcast=" + hazelcast + "]";
  }
}
