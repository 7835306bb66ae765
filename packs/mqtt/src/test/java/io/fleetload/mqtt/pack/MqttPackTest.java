// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.mqtt.Profiles;
import io.fleetload.pack.Description;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttPackTest {
  private static Description described(String... overrides) throws Exception {
    return new MqttPack().describe(Profiles.quickstart(overrides));
  }

  @ParameterizedTest
  @CsvSource({"5, DISCONNECTED, true", "5, TIMEOUT, false", "3.1.1, DISCONNECTED, false"})
  void aBrokerThatMayNotKnowTheVersionIsAdvisedOn(
      String version, Cause.Transport cause, boolean advised) throws Exception {
    String line =
        described("target.broker=tcp://b:1883", "target.version=" + version)
            .unreachable(ShardDevices.all(1), cause);
    assertThat(line).contains("device-0", cause.key());
    assertThat(line.contains("target.version: 3.1.1")).isEqualTo(advised);
  }

  @Test
  void aBrokerThatIsNotTrustedIsNotCalledUnreachable() throws Exception {
    assertThat(
            described("target.broker=tls://b:8883")
                .unreachable(ShardDevices.all(1), Cause.Transport.HANDSHAKE))
        .contains("tls://b:8883", "target.tls.trust")
        .doesNotContain("nothing listens");
  }

  @Test
  void aFlowsKindSaysWhoReceivesItsMessages() throws Exception {
    Map<String, FlowSpec> specs =
        described(
                "flows={tell: {kind: publish, every: 1s}, ask: {kind: request, every: 1s},"
                    + " get: {kind: receive, every: 1s}, last: {kind: will, every: 1m}}",
                "subscribers.count=3")
            .flows()
            .stream()
            .collect(Collectors.toMap(FlowSpec::name, each -> each));
    assertThat(specs.get("tell").receivers()).isEqualTo(3);
    assertThat(specs.get("ask").receivers()).isEqualTo(3);
    assertThat(specs.get("last").receivers()).isEqualTo(3);
    assertThat(specs.get("last").window()).isEqualTo(1);
    assertThat(specs.get("get").toDevice()).isTrue();
    assertThat(specs.get("get").deviceOnly()).isTrue();
  }
}
