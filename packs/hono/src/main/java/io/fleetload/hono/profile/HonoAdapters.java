// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.HostPort;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Endpoints of the adapters that devices speak with. */
public record HonoAdapters(
    @Doc(
            value = "the CoAP adapter's secure endpoint",
            byDefault = "127.0.0.1:5684 when embedded",
            form = HostPort.FORM,
            expected = "host:port")
        String coap,
    @Doc(
            value = "the MQTT adapter's endpoint, for devices with protocol: mqtt",
            byDefault = "127.0.0.1:1883 when embedded",
            form = "(tls://)?" + HostPort.FORM,
            expected = "host:port, or tls://host:port with TLS")
        String mqtt,
    @Doc(
            value = "the HTTP adapter's endpoint, for devices with protocol: http",
            byDefault = "127.0.0.1:8080 when embedded",
            form = "(https://)?" + HostPort.FORM,
            expected = "host:port, or https://host:port with TLS")
        String http,
    @Doc(
            value =
                "PEM file of the authorities that an MQTT or HTTP adapter with TLS is trusted by",
            byDefault = "those of the Java platform")
        FileBesideProfile trust) {
  static final HonoAdapters NONE = new HonoAdapters(null, null, null, null);

  private static final String SCHEME = "://";

  /** The same of an embedded target, of which a profile need not name them. */
  HonoAdapters toEmbedded() {
    return new HonoAdapters(
        Objects.requireNonNullElse(coap, "127.0.0.1:5684"),
        Objects.requireNonNullElse(mqtt, "127.0.0.1:1883"),
        Objects.requireNonNullElse(http, "127.0.0.1:8080"),
        trust);
  }

  /** Addresses of those that are given, {@code host:port}. */
  public List<String> all() {
    return Stream.of(Protocol.values()).map(this::address).filter(Objects::nonNull).toList();
  }

  /** Address of the adapter of a protocol, {@code host:port}; null if it is not given. */
  public String address(Protocol protocol) {
    String endpoint = endpoint(protocol);
    return endpoint == null ? null : endpoint.substring(endpoint.lastIndexOf('/') + 1);
  }

  private String endpoint(Protocol protocol) {
    return switch (protocol) {
      case COAP -> coap;
      case MQTT -> mqtt;
      case HTTP -> http;
    };
  }

  /** The TLS to the adapter of a protocol over TCP; empty if it has no TLS. */
  public Optional<TlsFiles> tls(Protocol protocol) {
    return endpoint(protocol).contains(SCHEME)
        ? Optional.of(
            new TlsFiles(PemFile.orNone("target.trust", FileBesideProfile.pathOf(trust)), null))
        : Optional.empty();
  }

  /** Notes the adapters over TCP that have no TLS, and so see no certificate of a device. */
  void requireTls(Set<Protocol> spoken, ProfileChecks checks) {
    for (Protocol each : spoken) {
      checks.when(
          each.isByPassword() && endpoint(each) != null && tls(each).isEmpty(),
          each.target(),
          "write %s before the address: devices.x509 needs TLS".formatted(each.scheme()));
    }
  }

  void check(Set<Protocol> spoken, ProfileChecks checks) {
    for (Protocol each : Protocol.values()) {
      String address = address(each);
      if (address != null) {
        HostPort.check(each.target(), address, checks);
      } else if (spoken.contains(each)) {
        checks.problem(each.target(), "is missing; an external target needs host:port");
      }
    }
    checks.when(
        trust != null
            && Stream.of(mqtt, http).noneMatch(each -> each != null && each.contains(SCHEME)),
        "target.trust",
        "needs a target.mqtt with tls:// or a target.http with https://");
  }
}
