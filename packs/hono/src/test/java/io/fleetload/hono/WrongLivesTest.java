// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.Dtls.CipherSuite;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.yaml.ProfileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mistakes that one can make with the keys of the sessions' life, and of gateways. */
class WrongLivesTest {
  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void life(String life, String key, String... what) {
    String text = good("count: 50", "count: 50, life: { " + life + " }");
    profiles.refused(text, "FILE:3: devices.life." + key, what);
  }

  @Test
  void moreThanTheWholeFleetAMinuteIsRefused() {
    life("churn: 101%/min", "churn", "\"101%/min\"", "100%/min");
    life("churn: 2%/s", "churn", "\"120%/min\"", "100%/min");
    life("rebind: 100.1%/min", "rebind", "\"100.1%/min\"", "100%/min");
  }

  @Test
  void aTurnoverNeedsItsUnits() {
    for (String wrong : new String[] {"5", "5%", "0%/min", "-5%/min", "5/min"}) {
      life("churn: " + wrong, "churn", "\"" + wrong + "\"");
    }
  }

  @Test
  void aStormLiesInTheMeasuredPhase() {
    life("storm: { at: [1s, 20s] }", "storm.at[1]", "\"20s\"", "phases.measure", "20s");
    life("storm: { at: [] }", "storm.at", "empty");
    life("storm: { rate: 5/s }", "storm.at", "missing");
  }

  @Test
  void sleepNeedsItsTimes() {
    life("sleepy: { share: 120%, awake: 1s, asleep: 1s }", "sleepy.share", "\"120%\"", "100%");
    life("sleepy: { share: 20%, awake: 0s, asleep: 1s }", "sleepy.awake", "\"0s\"");
    life("sleepy: { share: 20%, awake: 1s, asleep: 0s }", "sleepy.asleep", "\"0s\"");
    life("sleepy: { share: 20%, awake: 1s }", "sleepy.asleep", "missing");
  }

  @Test
  void wavesLieInTheMeasuredPhaseOneAfterTheOther() {
    life("joins: 20s", "joins", "\"20s\"", "phases.measure", "20s");
    life("joins: { at: 15s, over: 10s }", "joins.over", "\"10s\"", "phases.measure", "20s");
    life("joins: { over: 10s }", "joins.at", "missing");
    profiles.refused(
        good("count: 50", "count: 50, life: { joins: 5s }")
            .replace("phases: {", "phases: { connect: { rate: 1/h },"),
        "FILE:3: devices.life.joins",
        "phases.connect.rate");
    life("leaves: 1m", "leaves", "\"1m\"", "phases.measure", "20s");
    life("joins: { at: 5s, over: 5s }, leaves: 9s", "leaves", "\"9s\"", "10s");
  }

  @Test
  void wavesNeedASessionForEachDevice() {
    profiles.refused(
        good("count: 50", "count: 50, life: { joins: 5s }") + "gateways: { count: 5 }\n",
        "FILE:3: devices.life.joins",
        "session");
  }

  @Test
  void aCipherSuiteThatIsNotOfferedIsNamed() {
    profiles.refused(
        good("count: 50", "count: 50, dtls: { ciphers: [AES] }"),
        "FILE:3: devices.dtls.ciphers[0]",
        "\"AES\"");
    profiles.refused(
        good("count: 50", "count: 50, dtls: { ciphers: [] }"),
        "FILE:3: devices.dtls.ciphers",
        "TLS_PSK_WITH_AES_128_CCM_8");
  }

  @Test
  void gatewaysNeedDevicesAndNamesOfTheirOwn() {
    profiles.refused(
        GOOD + "gateways: { count: 51 }\n",
        "FILE:8: gateways.count",
        "\"51\"",
        "devices.count",
        "50");
    profiles.refused(
        GOOD + "gateways: { count: 5, id: \"device-{index}\" }\n",
        "FILE:8: gateways.id",
        "\"device-{index}\"",
        "devices.id");
  }

  @Test
  void aGatewayCannotSendMoreThanItsMessageIdsAllow() {
    profiles.refused(
        good("rate: 20/s }", "rate: 600/s }") + "gateways: { count: 2 }\n",
        "FILE:8: gateways.count",
        "\"2\"",
        "3",
        "265",
        "320");
  }

  @Test
  void aLifeIsReadAsItIsWritten() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            good(
                    "count: 50",
                    "count: 50, dtls: { ciphers: [TLS_PSK_WITH_AES_128_GCM_SHA256], resumption:"
                        + " true }, life: { churn: 60%/h, rebind: 0.5%/s, storm: { at: [5s] },"
                        + " sleepy: { share: 20%, awake: 1s, asleep: 1s } }")
                + "gateways: { count: 10 }\n");

    assertThat(profile.devices().dtls().ciphers())
        .containsExactly(CipherSuite.TLS_PSK_WITH_AES_128_GCM_SHA256);
    assertThat(profile.devices().dtls().resumption()).isTrue();
    assertThat(profile.devices().dtls().connectionId()).isFalse();
    assertThat(profile.devices().life().churn().percentPerMinute()).isEqualTo(1);
    assertThat(profile.devices().life().rebind().percentPerMinute()).isEqualTo(30);
    assertThat(profile.devices().life().storm().rate()).isNull();
    assertThat(profile.devices().life().sleepy().share().of(50)).isEqualTo(10);
    assertThat(profile.sessions()).isEqualTo(10);
    assertThat(profile.sessionName(3)).isEqualTo("gateway-3");
  }
}
