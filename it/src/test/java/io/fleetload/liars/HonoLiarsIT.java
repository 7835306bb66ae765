// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import io.fleetload.it.Hono;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each lie about Hono's messages has a figure with its count, and no run with one is passed. */
@ExtendWith(Hono.Shared.class)
class HonoLiarsIT {
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
          """);

  private static final String PROFILE =
      """
      run: { name: liar }
      target: { kind: external, coap: "%s", kafka: "%s", mongodb: "%s", database: "%s" }
      tenant: { id: %s }
      devices: { count: 10, psk: { derivedFrom: liars }, timeout: 5s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 7s }
      flows:
        telemetry: { rate: 140/s }
        event: { rate: 70/s }
        commandQuery: { rate: 70/s, ttd: 2s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final int PERCENT_OF_DRAWS = 5;

  private final Hono hono;
  @TempDir private Path directory;

  HonoLiarsIT(Hono hono) {
    this.hono = hono;
  }

  private static String profile(Hono hono, String tenant) {
    return PROFILE.formatted(
        hono.endpoint("coap"),
        hono.endpoint("kafka"),
        hono.endpoint("mongodb"),
        hono.endpoint("database"),
        tenant);
  }

  /** Where the devices are, or what the backend receives. */
  private static String tenant(Lie lie, String side) {
    return "liar-" + lie.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + side;
  }

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    List<String> tenants =
        LIES.stream()
            .flatMap(each -> Stream.of(tenant(each, "devices"), tenant(each, "backend")))
            .toList();
    hono.provision(profile(hono, tenants.get(0)), tenants);
  }

  static List<Lie> lies() {
    return LIES;
  }

  @ParameterizedTest
  @MethodSource("lies")
  void aLieIsCountedAndNamed(Lie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  static LongStream seeds() {
    return Draw.seeds(PERCENT_OF_DRAWS);
  }

  /** What is drawn may be that no message is lied about; such a run has to pass. */
  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("nightly")
  @Tag("drawn-lies")
  void aDrawnLieIsCountedAndNamed(long seed) throws Exception {
    Draw draw = Draw.of(seed);
    isCountedAndNamed(draw.of(LIES), draw);
  }

  private void isCountedAndNamed(Lie lie, Draw draw) throws Exception {
    String ofDevices = tenant(lie, "devices");
    String ofBackend = tenant(lie, "backend");
    try (HonoLiar liar = new HonoLiar(lie, draw, hono.endpoint("kafka"), ofDevices, ofBackend)) {
      LiarRun run =
          new LiarRun.Plan(profile(hono, ofDevices), directory)
              .withBackend("tenant.id=" + ofBackend)
              .afterDevices(liar::drain)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");
      run.names(lie, draw, liar.told(), 0, 0);
    }
  }
}
