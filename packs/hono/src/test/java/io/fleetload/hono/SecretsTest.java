// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.yaml.ProfileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  private static final String HIDDEN = "a value that may be secret";

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of("SECRET", "hunter2", "EMPTY", ""));
  }

  @Test
  void noTextOfAProfileShowsItsSecrets() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            good("count: 50", "count: 50, psk: { derivedFrom: \"${SECRET}\" }")
                + "target: { mongodb: \"mongodb://user:${SECRET}@host\","
                + " kafkaProperties: { sasl.jaas.config: \"${SECRET}\" } }\n");
    assertThat(profile.devices().psk().derivedFrom()).isEqualTo("hunter2");
    assertThat(profile.target().access().mongodb()).isEqualTo("mongodb://user:hunter2@host");
    assertThat(profile.target().kafkaProperties()).containsEntry("sasl.jaas.config", "hunter2");
    assertThat(profile.toString()).contains("tload").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "devices.psk.derivedFrom=[hunter2]",
        "devices.psk.derivedFrom={hunter2: hunter2}",
        "devices.psk=hunter2",
        "devices=hunter2",
        "target=hunter2",
        "target.mongodb=http://user:hunter2@host",
        "target.mongodb=[hunter2]",
        "target.prometheus=[http://user:hunter2@host/metrics]",
        "target.kafkaProperties=hunter2",
        "target.kafkaProperties={ssl.key.password: [hunter2]}",
        "target.kafkaProperties={ssl.key.password: {a: hunter2}}",
        "devices.psk.derivedFrom:hunter2",
        "devices.psk.derivedFrom hunter2",
        "devices.psk.derivedFrom='hunter2",
        "devices.psk.derivedFrom=%hunter2",
        "devices.psk.derivedFrom={hunter2"
      })
  void noMessageShowsASecret(String override) {
    assertThat(profiles.refusal(GOOD, override)).doesNotContain("hunter2").hasLineCount(1);
  }

  @Test
  void aMistakeInASecretIsNamedWithoutIt() {
    String mongodb = GOOD + "target: { mongodb: \"x:${SECRET}\" }\n";
    String psk = good("count: 50", "count: 50, psk: hunter2");
    profiles.refused(mongodb, "FILE:8: target.mongodb", HIDDEN);
    profiles.refused(psk, "FILE:3: devices.psk", HIDDEN);
    assertThat(profiles.refusal(mongodb)).doesNotContain("hunter2");
    assertThat(profiles.refusal(psk)).doesNotContain("hunter2");
  }

  @Test
  void aSecretThatYamlTakesForAnAliasIsNotShown() {
    String secret = "devices.psk.derivedFrom=*hunter2";
    profiles.refusedWith(secret, GOOD, "--set: devices.psk.derivedFrom", "YAML");
    assertThat(profiles.refusal(GOOD, secret)).doesNotContain("hunter2");
  }

  @Test
  void anEmptySecretIsRefused() {
    profiles.refused(
        good("count: 50", "count: 50, psk: { derivedFrom: \"${EMPTY}\" }"),
        "FILE:3: devices.psk.derivedFrom",
        HIDDEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4711", "0815", "1_000", "0x1F", "yes", "1.50", "true"})
  void aSecretThatLooksLikeSomethingElseIsTakenAsItIsWritten(String secret)
      throws ProfileException {
    HonoProfile profile =
        profiles.read(good("count: 50", "count: 50, psk: { derivedFrom: " + secret + " }"));
    assertThat(profile.devices().psk().derivedFrom()).isEqualTo(secret);
  }
}
