// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.Dtls.CipherSuite;
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

  private void life(String life, String message) {
    String text = good("count: 50", "count: 50, life: { " + life + " }");
    assertThat(profiles.refusal(text)).isEqualTo("FILE:3: devices.life." + message);
  }

  @Test
  void moreThanTheWholeFleetAMinuteIsRefused() {
    life(
        "churn: 101%/min",
        "churn: found \"101%/min\", expected at most 100%/min: the whole fleet once a minute");
    life(
        "churn: 2%/s",
        "churn: found \"120%/min\", expected at most 100%/min: the whole fleet once a minute");
    life(
        "rebind: 100.1%/min",
        "rebind: found \"100.1%/min\", expected at most 100%/min: the whole fleet once a minute");
  }

  @Test
  void aTurnoverNeedsItsUnits() {
    for (String wrong : new String[] {"5", "5%", "0%/min", "-5%/min", "5/min"}) {
      life(
          "churn: " + wrong,
          "churn: found \""
              + wrong
              + "\", expected a share of the fleet in a time, above 0, such as 5%/min");
    }
  }

  @Test
  void aStormLiesInTheMeasuredPhase() {
    life(
        "storm: { at: [1s, 20s] }",
        "storm.at[1]: found \"20s\", expected less than phases.measure, which is 20s");
    life("storm: { at: [] }", "storm.at: is empty, expected at least one time such as 5m");
    life(
        "storm: { rate: 5/s }",
        "storm.at: is missing: when, from the beginning of the measured phase, such as [1m, 5m],"
            + " expected a length of time such as 500ms, 30s, 15m or 1h, or a list of them");
  }

  @Test
  void sleepNeedsItsTimes() {
    life(
        "sleepy: { share: 120%, awake: 1s, asleep: 1s }",
        "sleepy.share: found \"120%\", expected at most 100%");
    life(
        "sleepy: { share: 20%, awake: 0s, asleep: 1s }",
        "sleepy.awake: found \"0s\", expected a length of time above 0");
    life(
        "sleepy: { share: 20%, awake: 1s, asleep: 0s }",
        "sleepy.asleep: found \"0s\", expected a length of time above 0");
    life(
        "sleepy: { share: 20%, awake: 1s }",
        "sleepy.asleep: is missing: how long it sleeps then, expected a length of time such as"
            + " 500ms, 30s, 15m or 1h");
  }

  @Test
  void aCipherSuiteThatIsNotOfferedIsNamed() {
    assertThat(profiles.refusal(good("count: 50", "count: 50, dtls: { ciphers: [AES] }")))
        .startsWith(
            "FILE:3: devices.dtls.ciphers[0]: found \"AES\", expected one of"
                + " TLS_PSK_WITH_AES_128_CCM_8, ");
    assertThat(profiles.refusal(good("count: 50", "count: 50, dtls: { ciphers: [] }")))
        .isEqualTo(
            "FILE:3: devices.dtls.ciphers: is empty, expected at least"
                + " TLS_PSK_WITH_AES_128_CCM_8");
  }

  @Test
  void gatewaysNeedDevicesAndNamesOfTheirOwn() {
    assertThat(profiles.refusal(GOOD + "gateways: { count: 51 }\n"))
        .isEqualTo(
            "FILE:8: gateways.count: found \"51\", expected at most devices.count, which is 50");
    assertThat(profiles.refusal(GOOD + "gateways: { count: 5, id: \"device-{index}\" }\n"))
        .isEqualTo(
            "FILE:8: gateways.id: found \"device-{index}\", which is devices.id; expected another");
  }

  @Test
  void aGatewayCannotSendMoreThanItsMessageIdsAllow() {
    assertThat(profiles.refusal(good("rate: 20/s }", "rate: 600/s }") + "gateways: { count: 2 }\n"))
        .isEqualTo(
            "FILE:8: gateways.count: found \"2\", expected at least 3: one session carries 265 CoAP"
                + " messages a second (RFC 7252, section 4.4), and the flows ask for 320 of each"
                + " gateway");
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
