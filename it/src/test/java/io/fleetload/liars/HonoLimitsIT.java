// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import io.fleetload.results.format.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits of Hono's tenants that a profile expects, and targets that do not keep them: one that
 * refuses below the limit, one that never refuses, one that gives the answer of the limit for
 * another reason, and one that delivers what it refused.
 */
@ExtendWith(Hono.Shared.class)
class HonoLimitsIT {
  private static final String VOLUME =
      """
      run: { name: limits }
      target: { kind: external, coap: "%s", http: "%s", kafka: "%s", mongodb: "%s", database: "%s" }
      tenant: { id: %s }
      devices: { count: 4, protocol: %s, timeout: 5s, psk: { derivedFrom: limits } }
      phases: { ramp: 0s, warmUp: 500ms, measure: 11s, drain: 20s }
      expect: { bytes: %s, within: 5s }
      flows: { telemetry: { rate: 40/s, size: 500B } }
      """;

  private static final String SESSIONS =
      """
      run: { name: limits }
      target: { kind: external, mqtt: "%s", kafka: "%s", mongodb: "%s", database: "%s" }
      tenant: { id: %s }
      devices: { count: 20, protocol: mqtt, timeout: 5s, psk: { derivedFrom: limits } }
      phases: { connect: { rate: 2/s, attempts: 1 }, ramp: 0s, warmUp: 500ms, measure: 2s, drain: 20s }
      expect: { connections: %s, within: 5s }
      flows: { telemetry: { rate: 20/s } }
      """;

  @TempDir private Path directory;

  private final Hono hono;

  HonoLimitsIT(Hono hono) {
    this.hono = hono;
  }

  @ParameterizedTest
  @ValueSource(strings = {"coap", "http"})
  void messagesAboveTheVolumeAreRefusedAndThatIsNoFailure(String protocol) throws Exception {
    String tenant = "volume-" + protocol;
    LiarRun run = run(provisioned(tenant, protocol, "20KiB"), volume(tenant, protocol, "20KiB"));

    assertThat(run.result().verdict().code()).as(run.toString()).isEqualTo(ExitCode.PASSED);
    assertThat(run.count("/limits/bytes/limit")).isEqualTo(20_480);
    assertThat(run.count("/limits/bytes/refused")).as(run.toString()).isPositive();
    assertThat(run.count("/flows/telemetry/refused")).isPositive();
    assertThat(run.count("/flows/telemetry/failed")).isZero();
    assertThat(run.count("/limits/bytes/refusedDelivered")).isZero();
  }

  @Test
  void sessionsAboveTheLimitAreRefusedAndTheirMessagesAreNotMissed() throws Exception {
    LiarRun run = run(sessions("sessions", 8), sessions("sessions", 8));

    assertThat(run.result().verdict().code()).as(run.toString()).isEqualTo(ExitCode.PASSED);
    assertThat(run.count("/limits/connections/reached")).as(run.toString()).isBetween(8L, 19L);
    assertThat(run.count("/limits/connections/keptOut"))
        .isEqualTo(20 - run.count("/devices/connected"));
    assertThat(run.count("/devices/notConnected")).isZero();
    assertThat(run.count("/flows/telemetry/notSentBy/keptOut")).isPositive();
  }

  @Test
  void aTargetThatRefusesBelowTheLimitIsNamed() throws Exception {
    LiarRun run = run(provisioned("below", "coap", "10KiB"), volume("below", "coap", "900KiB"));

    assertThat(run.result().verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(run.count("/limits/bytes/refusedBelow"))
        .as(run.toString())
        .isPositive()
        .isEqualTo(run.count("/limits/bytes/refused"));
    assertThat(crossed(run)).containsExactly("limits.bytes.refusedBelow");
  }

  @Test
  void aTargetThatNeverRefusesIsNamed() throws Exception {
    LiarRun run = run(provisioned("never", "coap", "900KiB"), volume("never", "coap", "10KiB"));

    assertThat(run.count("/limits/bytes/acceptedAbove")).as(run.toString()).isPositive();
    assertThat(crossed(run))
        .containsExactlyInAnyOrder("limits.bytes.refused", "limits.bytes.acceptedAbove");
  }

  @Test
  void aTargetWithoutALimitOfSessionsIsNamed() throws Exception {
    LiarRun run = run(sessions("open", 900), sessions("open", 2));

    assertThat(run.count("/limits/connections/acceptedAbove")).as(run.toString()).isPositive();
    assertThat(crossed(run))
        .containsExactlyInAnyOrder(
            "limits.connections.refused", "limits.connections.acceptedAbove");
  }

  @Test
  void theAnswerOfTheLimitForAnotherReasonIsNamed() throws Exception {
    try (RefusingProxy liar = new RefusingProxy(hono.endpoint("httpAdapter"), false)) {
      LiarRun run = throughProxy("reason", liar);

      assertThat(liar.told()).isPositive();
      assertThat(run.count("/limits/bytes/refusedBelow")).as(run.toString()).isEqualTo(liar.told());
      assertThat(run.count("/limits/bytes/refusedDelivered")).isZero();
      assertThat(crossed(run)).containsExactly("limits.bytes.refusedBelow");
    }
  }

  @Test
  void whatWasRefusedAndDeliveredIsNamed() throws Exception {
    try (RefusingProxy liar = new RefusingProxy(hono.endpoint("httpAdapter"), true)) {
      LiarRun run = throughProxy("delivered", liar);

      assertThat(liar.told()).isPositive();
      assertThat(run.count("/limits/bytes/refusedDelivered"))
          .as(run.toString())
          .isEqualTo(liar.told());
      assertThat(crossed(run))
          .contains("limits.bytes.refusedBelow", "limits.bytes.refusedDelivered");
    }
  }

  private LiarRun throughProxy(String tenant, RefusingProxy liar) throws Exception {
    String real = volume(tenant, "http", "900KiB");
    return run(real, real.replace(hono.endpoint("httpAdapter"), liar.address()));
  }

  private String provisioned(String tenant, String protocol, String bytes) {
    return volume(tenant, protocol, bytes);
  }

  private String volume(String tenant, String protocol, String bytes) {
    return VOLUME.formatted(
        hono.endpoint("coap"),
        hono.endpoint("httpAdapter"),
        hono.endpoint("kafka"),
        hono.endpoint("mongodb"),
        hono.endpoint("database"),
        "limits-" + tenant,
        protocol,
        bytes);
  }

  private String sessions(String tenant, int connections) {
    return SESSIONS.formatted(
        hono.endpoint("mqtt"),
        hono.endpoint("kafka"),
        hono.endpoint("mongodb"),
        hono.endpoint("database"),
        "limits-" + tenant,
        connections);
  }

  private LiarRun run(String provisioned, String profile) throws Exception {
    String id = provisioned.replaceFirst("(?s).*tenant: \\{ id: ([^ ]+) }.*", "$1");
    hono.provision(provisioned, List.of(id));
    return new LiarRun.Plan(profile, directory).onOneHost().run("flows.*.achieved >= 0%");
  }

  /** The figures of the thresholds that were crossed. */
  private static List<String> crossed(LiarRun run) {
    return run.result().thresholds().stream()
        .filter(each -> !each.held())
        .map(each -> each.figure())
        .toList();
  }
}
