// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import io.fleetload.results.format.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Each lie about Hono's messages, of devices that speak any of its protocols, has a figure with its
 * count, and no run with one is passed.
 */
@ExtendWith(Hono.Shared.class)
class HonoLiarsIT extends LiarsIT {
  static final List<Lie> LIES =
      Lie.table(
          """
          LOST                telemetry       /ledger/lost
          LOST_OF_ONE_DEVICE  telemetry       /ledger/lost
          TWICE               event           /ledger/duplicate
          REORDERED           telemetry       /ledger/outOfOrder
          OTHER_DEVICE        telemetry       /ledger/misdelivered
          OTHER_KEY           telemetry       /ledger/misdelivered
          OTHER_TOPIC         telemetry       /ledger/misdelivered
          OTHER_CONTENT_TYPE  event           /ledger/misdelivered
          CUT                 telemetry       /ledger/altered
          OTHER_BYTE          event           /ledger/altered
          INVENTED            telemetry       /ledger/invented
          OTHER_RUN           telemetry       /ledger/foreign
          WITHOUT_STAMP       event           /ledger/unstamped
          RESPONSE_LOST       commandResponse /commands/answersLost
          RESPONSE_TWICE      commandResponse /ledger/duplicate
          RESPONSE_OF_ANOTHER commandResponse /ledger/misdelivered
          COMMAND_LOST        command         /commands/missed
          COMMAND_ALTERED     command         /commands/altered
          BEGIN_UNSAID        connected       /announcements/connection/begins/missing
          BEGIN_TWICE         connected       /announcements/connection/begins/duplicate
          BEGIN_OF_ANOTHER    connected       /announcements/connection/begins/misdelivered
          END_UNSAID          disconnected    /announcements/connection/ends/missing
          END_TWICE           disconnected    /announcements/connection/ends/duplicate
          END_OF_ANOTHER      disconnected    /announcements/connection/ends/misdelivered
          END_INVENTED        disconnected    /announcements/connection/ends/invented
          END_LATE            disconnected    /announcements/connection/ends/late/max
          WAIT_UNSAID         subscribed      /announcements/commands/begins/missing
          WAIT_TWICE          subscribed      /announcements/commands/begins/duplicate
          WAIT_END_UNSAID     unsubscribed    /announcements/commands/ends/missing
          WAIT_END_TWICE      unsubscribed    /announcements/commands/ends/duplicate
          """);

  private static final String PROFILE =
      """
      run: { name: liar }
      target:
        { kind: external, coap: "%s", mqtt: "%s", http: "%s", kafka: "%s", mongodb: "%s", database: "%s" }
      tenant: { id: %s }
      devices:
        psk: { derivedFrom: liars }
        timeout: 5s
        groups:
          ofCoap: { count: 4, id: "coap=a:{index}" }
          ofMqtt:
            count: 3
            id: "mqtt=b.{index}"
            protocol: mqtt
            connectionEvents: true
            life: { leaves: 800ms }
          ofHttp: { count: 3, id: "http=c.{index}", protocol: http }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 20s }
      flows:
        telemetry: { rate: 140/s }
        event: { rate: 70/s }
        commandQuery: { rate: 70/s, ttd: 2s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final int PERCENT_OF_DRAWS = 5;
  private static final String WARM_UP = "liar-warm-up";
  private static final String DEVICES = "-devices";
  private static final String BACKEND = "-backend";

  private final Hono hono;

  HonoLiarsIT(Hono hono) {
    this.hono = hono;
  }

  private static String profile(Hono hono, String tenant) {
    return PROFILE.formatted(
        hono.endpoint("coap"),
        hono.endpoint("mqtt"),
        hono.endpoint("httpAdapter"),
        hono.endpoint("kafka"),
        hono.endpoint("mongodb"),
        hono.endpoint("database"),
        tenant);
  }

  /** What the names of a run's tenants begin with; others run at the same time. */
  private static String tenants(Lie lie, Draw draw) {
    String name = lie.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return "liar-%s-%d".formatted(name, draw.seed());
  }

  /** The first run of a Hono takes some times as long as the next ones. */
  @BeforeAll
  static void warmUp(Hono hono, @TempDir Path ofWarmUp) throws Exception {
    List<String> runs = new ArrayList<>(List.of(WARM_UP));
    LIES.forEach(each -> runs.add(tenants(each, Draw.EACH_SEVENTH)));
    Draw.seeds(PERCENT_OF_DRAWS)
        .mapToObj(Draw::of)
        .forEach(each -> runs.add(tenants(each.of(LIES), each)));
    List<String> all =
        runs.stream().flatMap(each -> Stream.of(each + DEVICES, each + BACKEND)).toList();
    hono.provision(profile(hono, all.get(0)), all);
    try (HonoLiar liar = liar(hono, LIES.get(0), Draw.EACH_SEVENTH, WARM_UP)) {
      var unused = run(hono, liar, WARM_UP, ofWarmUp);
    }
  }

  private static HonoLiar liar(Hono hono, Lie lie, Draw draw, String tenants) {
    return new HonoLiar(lie, draw, hono.endpoint("kafka"), tenants + DEVICES, tenants + BACKEND);
  }

  private static LiarRun run(Hono hono, HonoLiar liar, String tenants, Path directory)
      throws Exception {
    return new LiarRun.Plan(profile(hono, tenants + DEVICES), directory)
        .withBackend("tenant.id=" + tenants + BACKEND)
        .afterDevices(liar::drain)
        .run(
            "flows.*.achieved >= 0%",
            "ledger.outOfOrder == 0", "announcements.connection.ends.late.max < 1s");
  }

  static List<Lie> ofEachKind() {
    return LIES;
  }

  static List<Lie> others() {
    return Lie.others(LIES, LIES);
  }

  static Stream<Arguments> drawn() {
    return Draw.drawn(PERCENT_OF_DRAWS, LIES);
  }

  @Override
  void isCountedAndNamed(Lie lie, Draw draw) throws Exception {
    String tenants = tenants(lie, draw);
    try (HonoLiar liar = liar(hono, lie, draw, tenants)) {
      LiarRun run = run(hono, liar, tenants, directory);
      if (lie.is("END_LATE") && liar.told() > 0) {
        assertThat(run.count(lie.figure())).isGreaterThanOrEqualTo(HonoLiar.LATE.toMillis());
        assertThat(run.count("/announcements/connection/ends/missing")).isZero();
        assertThat(run.result().verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
        return;
      }
      boolean ofCommands = lie.subject().startsWith("command") && !draw.equals(Draw.EACH_SEVENTH);
      long open = ofCommands ? run.count("/flows/commandQuery/unsettled") : 0;
      run.names(lie, draw, liar.told(), open, open);
    }
  }
}
