// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Size;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The broker under test. */
public record MqttTarget(
    @Doc(
            value =
                "URL of a broker that runs already, or several with commas between, which the clients"
                    + " take in turn; tls and wss are encrypted, ws and wss are WebSocket",
            byDefault = "an embedded one is started for the run",
            form = MqttTarget.URLS,
            expected =
                "tcp://host:port, tls://host:port, ws://host:port/path or wss://host:port/path")
        String broker,
    @Doc(value = "version of MQTT: 5 or 3.1.1", byDefault = "5", expected = "5 or 3.1.1")
        Version version,
    @Doc(
            value = "whom a TLS connection trusts, and who the clients are to the broker",
            byDefault = "the authorities of the Java platform")
        Tls tls,
    @Doc(
            value = "URL of a page in Prometheus' format that tells the broker's cost",
            byDefault = "that of the embedded broker; none for another one")
        URI metrics,
    @Doc("how the embedded broker is to be") EmbeddedBroker embedded)
    implements SystemUnderTest {
  /** Form of {@link #broker}. */
  static final String URLS =
      "(tcp|tls|ws|wss)://"
          + HostPort.FORM
          + "(/[^,]*)?(,(tcp|tls|ws|wss)://"
          + HostPort.FORM
          + "(/[^,]*)?)*";

  static final MqttTarget EMBEDDED = new MqttTarget(null, null, null, null, null);

  /** A version of the protocol. */
  public enum Version {
    /** Version 3.1.1. */
    @JsonProperty("3.1.1")
    V3(MqttVersion.V3),
    /** Version 5.0. */
    @JsonProperty("5")
    V5(MqttVersion.V5);

    private final MqttVersion wire;

    Version(MqttVersion wire) {
      this.wire = wire;
    }

    /** The same, as the wire has it. */
    public MqttVersion wire() {
      return wire;
    }
  }

  /** Whom TLS trusts, and who the clients are. */
  public record Tls(
      @Doc(
              value = "PEM file of the authorities that the broker's certificate may come from",
              byDefault = "those of the Java platform")
          FileBesideProfile trust,
      @Doc(
              value = "PEM file of the clients' certificate and its private key (PKCS #8)",
              byDefault = "none")
          FileBesideProfile certificate) {
    /** The files. */
    public TlsFiles files() {
      return new TlsFiles(
          PemFile.orNone("target.tls.trust", FileBesideProfile.pathOf(trust)),
          PemFile.orNone("target.tls.certificate", FileBesideProfile.pathOf(certificate)));
    }
  }

  /** Limits of the embedded broker. */
  public record EmbeddedBroker(
      @Doc(
              value = "messages that may wait for one client, or for one group",
              byDefault = "1000",
              least = 1,
              most = 100_000_000)
          Integer maxQueued,
      @Doc(value = "the largest packet that it takes", byDefault = "256MB") Size maxPacket,
      @Doc(
              value = "messages of a client that it has not acknowledged",
              byDefault = "10",
              least = 1,
              most = 65_535)
          Integer receiveMaximum) {
    static final EmbeddedBroker USUAL = new EmbeddedBroker(null, null, null);

    /** The arguments that start it so. */
    public List<String> arguments() {
      List<String> arguments = new ArrayList<>();
      add("--max-queued", maxQueued, arguments);
      add("--max-packet", maxPacket == null ? null : maxPacket.bytes(), arguments);
      add("--receive-maximum", receiveMaximum, arguments);
      return arguments;
    }

    private static void add(String option, Integer value, List<String> arguments) {
      if (value != null) {
        arguments.addAll(List.of(option, value.toString()));
      }
    }
  }

  /** Fills in what the profile leaves open. */
  public MqttTarget {
    version = version == null ? Version.V5 : version;
  }

  /** Returns whether the broker is started for the run. */
  @JsonIgnore
  public boolean isEmbedded() {
    return broker == null;
  }

  /** The embedded broker as the profile wants it. */
  public EmbeddedBroker wanted() {
    return embedded == null ? EmbeddedBroker.USUAL : embedded;
  }

  /** The brokers, in their order; empty until the embedded one is started. */
  public List<BrokerUrl> brokers() {
    List<BrokerUrl> brokers = new ArrayList<>();
    if (broker != null) {
      for (String each : broker.split(",")) {
        brokers.add(BrokerUrl.of(each));
      }
    }
    return brokers;
  }

  @Override
  public String described() {
    return isEmbedded() ? "embedded MQTT broker" : "MQTT broker";
  }

  /** Advice where a broker does not let a client in for that cause; empty for most. */
  public String advice(Cause cause) {
    if (cause == Cause.Transport.HANDSHAKE) {
      return "; its certificate is not from target.tls.trust or not for that host, or nothing speaks"
          + " TLS there";
    }
    return cause == Cause.Transport.DISCONNECTED && version == Version.V5
        ? "; write target.version: 3.1.1 if the broker does not know MQTT 5"
        : "";
  }

  void check(ProfileChecks checks) {
    for (BrokerUrl each : brokers()) {
      HostPort.check("target.broker", each.address(), checks);
      checks.when(
          !each.webSocket() && !each.path().isEmpty(),
          "target.broker",
          "leave out \"%s\": only ws:// and wss:// have a path".formatted(each.path()));
    }
    checks.when(
        tls != null && brokers().stream().noneMatch(BrokerUrl::secure),
        "target.tls",
        "needs tls:// or wss:// in target.broker, which makes the connection TLS");
    checks.when(
        embedded != null && !isEmbedded(),
        "target.embedded",
        "leave it out beside target.broker: no broker is started for the run");
  }
}
