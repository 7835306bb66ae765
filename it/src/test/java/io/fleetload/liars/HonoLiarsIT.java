// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import io.fleetload.results.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each lie about Hono's messages has a figure with its count, and no run with one is passed. */
@ExtendWith(Hono.Shared.class)
class HonoLiarsIT {
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
  private static String tenant(HonoLie lie, String side) {
    return "liar-" + lie.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + side;
  }

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    List<String> tenants =
        Stream.of(HonoLie.values())
            .flatMap(each -> Stream.of(tenant(each, "devices"), tenant(each, "backend")))
            .toList();
    hono.provision(profile(hono, tenants.get(0)), tenants);
  }

  @ParameterizedTest
  @EnumSource
  void aLieIsCountedAndNamed(HonoLie lie) throws Exception {
    String ofDevices = tenant(lie, "devices");
    String ofBackend = tenant(lie, "backend");
    try (HonoLiar liar = new HonoLiar(lie, hono.endpoint("kafka"), ofDevices, ofBackend)) {
      LiarRun run =
          new LiarRun.Plan(profile(hono, ofDevices), directory)
              .withBackend("tenant.id=" + ofBackend)
              .afterDevices(liar::drain)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");

      if (lie == HonoLie.NONE) {
        assertThat(run.result().verdict().code()).as("%s", run).isEqualTo(ExitCode.PASSED);
        return;
      }
      assertThat(liar.told()).as("it lied").isPositive();
      assertThat(run.result().verdict().code())
          .as("%s", run)
          .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
      assertThat(run.count(lie.figure())).as("%s", run).isEqualTo(liar.told());
    }
  }
}
