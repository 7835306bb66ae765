// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.body.StampedBodies;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.published.PublishedDocument;
import io.fleetload.hono.published.PublishedForm;
import io.fleetload.pack.Description;
import io.fleetload.pack.LineForm;
import io.fleetload.pack.Pack;
import io.fleetload.pack.TargetUrl;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Eclipse Hono: devices of CoAP over DTLS, of MQTT and of HTTP, an application on Kafka, a registry
 * in MongoDB.
 */
public final class HonoPack implements Pack<HonoProfile> {
  @Override
  public String name() {
    return "hono";
  }

  @Override
  public Class<HonoProfile> profile() {
    return HonoProfile.class;
  }

  @Override
  public Description describe(HonoProfile profile) {
    return new HonoRun(profile, new StampedBodies(profile));
  }

  @Override
  public Optional<LineForm> oneLine() {
    return Optional.of(
        new LineForm(
            List.of(
                new LineForm.UrlKind("coaps", 5684),
                new LineForm.UrlKind("hono+mqtt", 1883),
                new LineForm.UrlKind("hono+mqtts", 8883),
                new LineForm.UrlKind("hono+http", 8080),
                new LineForm.UrlKind("hono+https", 8443)),
            List.of("telemetry", "event", "commandQuery"),
            List.of(
                new LineForm.KeyOption("tenant", "tenant.id"),
                new LineForm.KeyOption("kafka", "target.kafka"),
                new LineForm.KeyOption("registry", "target.registry.url"),
                new LineForm.KeyOption("registry-user", "target.registry.user"),
                new LineForm.KeyOption("registry-password", "target.registry.password"),
                new LineForm.KeyOption("mongodb", "target.mongodb"),
                new LineForm.KeyOption("psk", "devices.psk.derivedFrom"),
                new LineForm.KeyOption("psk-file", "devices.psk.file"),
                new LineForm.KeyOption("trust", "target.trust"),
                new LineForm.KeyOption("device-id", "devices.id"),
                new LineForm.KeyOption("payload", "flows.*.payload"),
                new LineForm.KeyOption("size", "flows.*.size"),
                new LineForm.KeyOption("body", "flows.*.body"),
                new LineForm.KeyOption("ttd", "flows.*.ttd")),
            HonoPack::keys));
  }

  private static List<String> keys(LineForm.LineOrder line) {
    TargetUrl target = line.target();
    List<String> keys = new ArrayList<>();
    String scheme = target.scheme();
    String protocol =
        scheme.startsWith("hono+mqtt") ? "mqtt" : scheme.startsWith("hono+http") ? "http" : "coap";
    if (!protocol.equals("coap")) {
      keys.add("devices.protocol=" + protocol);
    }
    if (target.isEmbedded()) {
      keys.addAll(List.of("target.kind=embedded", "tenant.id=load-test"));
      return keys;
    }
    keys.add("target.kind=external");
    String layer =
        switch (scheme) {
          case "hono+mqtts" -> "tls://";
          case "hono+https" -> "https://";
          default -> "";
        };
    keys.add("target.%s='%s%s'".formatted(protocol, layer, target.address()));
    Set<String> given = line.given().keySet();
    if (!given.contains("registry") && !given.contains("mongodb")) {
      // Tenant and devices are there already.
      keys.add("target.provision=false");
    }
    if (!given.contains("psk-file")) {
      keys.add("devices.psk.derivedFrom=${PSK_SECRET}");
    }
    return keys;
  }

  @Override
  public Optional<String> keysFrom(Path file) {
    // The command line's file is from where the command was started, a profile's is not.
    String path = file.toAbsolutePath().toString().replace("'", "''");
    return Optional.of("devices.psk={file: '" + path + "'}");
  }

  @Override
  public List<ResultView> views() {
    return List.of(new PublishedForm());
  }

  @Override
  public Optional<PublishedReport> published() {
    return Optional.of(new PublishedDocument());
  }

  @Override
  public boolean isDefault() {
    return true;
  }
}
