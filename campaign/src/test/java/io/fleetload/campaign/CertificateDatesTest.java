// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Home;
import io.fleetload.rig.TestCertificate;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What validate says of the dates of the certificates that a profile of any pack names. */
class CertificateDatesTest {
  @TempDir private static Path directory;
  private static TestCertificate own;

  @BeforeAll
  static void certificate() throws Exception {
    own = TestCertificate.in(directory, "own", "san=ip:127.0.0.1");
  }

  private static void check(String pack, String override, Instant now) throws ProfileException {
    Path profile =
        pack.equals("hono")
            ? Home.path("profiles", "quickstart.yaml")
            : Home.path("packs", pack, "profiles", "quickstart.yaml");
    String given =
        override
            .replace("FILE", own.pem().toString())
            .replace("STORE", directory.resolve("own.p12").toString());
    var unused =
        Scenario.read(
            profile,
            List.of(given),
            Map.of(),
            (scenario, checks) -> scenario.checkFiles(checks, now));
  }

  private static String refused(String pack, String override, Instant now) {
    ProfileException wrong =
        catchThrowableOfType(ProfileException.class, () -> check(pack, override, now));
    return wrong == null ? "" : wrong.getMessage();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "hono; target.mongodbTls={certificate: FILE}; target.mongodbTls.certificate",
        "hono; target.kafkaProperties={ssl.keystore.location: STORE, ssl.keystore.password: changeit}; target.kafkaProperties",
        "hono; target.kafkaProperties={ssl.keystore.location: FILE, ssl.keystore.type: PEM}; target.kafkaProperties",
        "hono; coordination={kafka: {bootstrapServers: 'h:1', properties: {ssl.keystore.location: STORE, ssl.keystore.password: changeit}}}; coordination.kafka.properties",
        "jt808; target={server: 'h:1', nats: 'tls://h:2', store: none, commands: c, natsTls: {certificate: FILE}}; target.natsTls.certificate",
        "arion; target={kind: external, server: 'h:1', tls: {certificate: FILE, key: FILE}}; target.tls.certificate",
        "mqtt; target={broker: 'tls://h:1', tls: {certificate: FILE}}; target.tls.certificate",
      })
  void oneOfOursHasToBeInForce(String pack, String override, String key) {
    Instant from = own.certificate().getNotBefore().toInstant();
    Instant until = own.certificate().getNotAfter().toInstant();

    assertThatCode(() -> check(pack, override, from)).doesNotThrowAnyException();
    assertThatCode(() -> check(pack, override, until)).doesNotThrowAnyException();
    for (Instant wrong : List.of(from.minusSeconds(1), until.plusSeconds(1))) {
      assertThat(refused(pack, override, wrong))
          .contains(key + ": ", "own.p", "CN=own", from.toString(), until.toString());
    }
  }

  /** Java and Scandium take a trust anchor of any date, so a run would be well with it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "hono; target.mongodbTls={ca: FILE}",
        "hono; target.kafkaProperties={ssl.truststore.location: STORE}",
        "hono; devices={count: 3, stack: californium, x509: {directory: none, trust: FILE}}",
        "jt808; target={server: 'h:1', nats: 'tls://h:2', store: none, commands: c, natsTls: {trust: FILE}}",
        "arion; target={kind: external, server: 'h:1', tls: {authorities: FILE}}",
        "mqtt; target={broker: 'tls://h:1', tls: {trust: FILE}}",
        "ngsi; target={kind: external, url: 'https://h:1', tls: {authorities: FILE}}",
      })
  void oneThatWeTrustMayHaveExpired(String pack, String override) {
    Instant expired = own.certificate().getNotAfter().toInstant().plus(Duration.ofDays(1));

    assertThatCode(() -> check(pack, override, expired)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"wrong, changeit", "own, other"})
  void aKeyStoreThatCannotBeOpenedIsNamed(String name, String password) throws Exception {
    Files.writeString(directory.resolve("wrong.p12"), "no key store");
    Path store = directory.resolve(name + ".p12");

    assertThat(
            refused(
                "hono",
                "target.kafkaProperties={ssl.keystore.location: %s, ssl.keystore.password: %s}"
                    .formatted(store, password),
                Instant.now()))
        .contains("target.kafkaProperties: ", store.toString(), "ssl.keystore.password")
        .doesNotContain("other");
  }
}
