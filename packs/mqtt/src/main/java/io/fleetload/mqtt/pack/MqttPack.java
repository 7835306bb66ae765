// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.pack;

import io.fleetload.mqtt.imports.BenchCommands;
import io.fleetload.mqtt.imports.JMeterPlan;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.view.BenchLines;
import io.fleetload.mqtt.view.BenchOutput;
import io.fleetload.mqtt.view.SuiteTables;
import io.fleetload.pack.Description;
import io.fleetload.pack.LineForm;
import io.fleetload.pack.Pack;
import io.fleetload.pack.TargetUrl;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.results.ResultView;
import io.fleetload.results.foreign.ForeignReport;
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
  public Optional<LineForm> oneLine() {
    return Optional.of(
        new LineForm(
            List.of(
                new LineForm.UrlKind("mqtt", 1883),
                new LineForm.UrlKind("mqtts", 8883),
                new LineForm.UrlKind("ws", 80, true),
                new LineForm.UrlKind("wss", 443, true)),
            List.of("publish", "request", "receive", "will"),
            List.of(
                new LineForm.KeyOption("qos", "flows.*.qos"),
                new LineForm.KeyOption("size", "flows.*.size"),
                new LineForm.KeyOption("body", "flows.*.body"),
                new LineForm.KeyOption("topic", "flows.*.topic"),
                new LineForm.KeyOption("retain", "flows.*.retain"),
                new LineForm.KeyOption("subscribers", "subscribers.count"),
                new LineForm.KeyOption("receives", "subscribers.receives"),
                new LineForm.KeyOption("client-id", "devices.clientId"),
                new LineForm.KeyOption("user", "devices.user", "subscribers.user"),
                new LineForm.KeyOption("password", "devices.password", "subscribers.password"),
                new LineForm.KeyOption("trust", "target.tls.trust"),
                new LineForm.KeyOption("certificate", "target.tls.certificate"),
                new LineForm.KeyOption("protocol-version", "target.version")),
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
  public List<ImportForm> imports() {
    return List.of(BenchCommands.form(), JMeterPlan.form());
  }

  @Override
  public List<ForeignReport> foreignReports() {
    return List.of(BenchOutput::read);
  }

  @Override
  public List<ResultView> views() {
    return List.of(new SuiteTables(), new BenchLines());
  }
}
