// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.pack;

import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.view.BenchLines;
import io.fleetload.mqtt.view.SuiteTables;
import io.fleetload.pack.Description;
import io.fleetload.pack.OneLine;
import io.fleetload.pack.Pack;
import io.fleetload.pack.TargetUrl;
import io.fleetload.results.ResultView;
import java.util.List;
import java.util.Optional;

/** Clients of MQTT, the broker that they talk to, and its subscribers. */
public final class MqttPack implements Pack<MqttProfile> {
  @Override
  public String name() {
    return "mqtt";
  }

  @Override
  public Class<MqttProfile> profile() {
    return MqttProfile.class;
  }

  @Override
  public Description describe(MqttProfile profile) {
    return new MqttRun(profile);
  }

  @Override
  public Optional<OneLine> oneLine() {
    return Optional.of(
        new OneLine(
            List.of(
                new OneLine.UrlKind("mqtt", 1883),
                new OneLine.UrlKind("mqtts", 8883),
                new OneLine.UrlKind("ws", 80, true),
                new OneLine.UrlKind("wss", 443, true)),
            List.of("publish", "request", "receive", "will"),
            List.of(
                new OneLine.KeyOption("qos", "flows.*.qos"),
                new OneLine.KeyOption("size", "flows.*.size"),
                new OneLine.KeyOption("body", "flows.*.body"),
                new OneLine.KeyOption("topic", "flows.*.topic"),
                new OneLine.KeyOption("retain", "flows.*.retain"),
                new OneLine.KeyOption("subscribers", "subscribers.count"),
                new OneLine.KeyOption("receives", "subscribers.receives"),
                new OneLine.KeyOption("client-id", "devices.clientId"),
                new OneLine.KeyOption("user", "devices.user", "subscribers.user"),
                new OneLine.KeyOption("password", "devices.password", "subscribers.password"),
                new OneLine.KeyOption("trust", "target.tls.trust"),
                new OneLine.KeyOption("certificate", "target.tls.certificate"),
                new OneLine.KeyOption("protocol-version", "target.version")),
            line -> line.target().isEmbedded() ? List.of() : List.of(broker(line.target()))));
  }

  /** A profile names the layers under MQTT, and a URL of others is the broker's own. */
  private static String broker(TargetUrl url) {
    String layers =
        switch (url.scheme()) {
          case "mqtt" -> "tcp";
          case "mqtts" -> "tls";
          default -> url.scheme();
        };
    return "target.broker='%s://%s%s'".formatted(layers, url.address(), url.path());
  }

  @Override
  public List<ResultView> views() {
    return List.of(new SuiteTables(), new BenchLines());
  }
}
