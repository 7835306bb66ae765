// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.certificates.AuthorityFiles;
import io.fleetload.hono.certificates.DeviceAuthority;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.pack.Launch;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.quantity.Rate;
import io.fleetload.scenario.Scenario;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HonoPackTest {
  private static final Path PROFILE = Path.of("../../profiles/hono-test-2.yaml");

  @TempDir private Path directory;

  private static Scenario read(List<String> overrides) throws ProfileException {
    return Scenario.read(PROFILE, overrides, Map.of());
  }

  @Test
  void itIsThePackOfAProfileThatNamesNone() throws Exception {
    assertThat(read(List.of()).pack()).isInstanceOf(HonoPack.class);
    assertThat(read(List.of("pack=hono")).pack()).isInstanceOf(HonoPack.class);
  }

  @Test
  void aPackThatIsNotInstalledIsRefusedWithThoseThatAre() {
    assertThatThrownBy(() -> read(List.of("pack=fax")))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("pack: ", "\"fax\"", ": hono");
  }

  @Test
  void whatCaliforniumCannotDoIsRefusedAtItsKey() {
    assertThatThrownBy(
            () -> read(List.of("devices.stack=californium", "devices.life.rebind=1%/min")))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("devices.life.rebind: ", "\"hono\"");
    assertThatThrownBy(
            () -> read(List.of("devices.stack=californium", "devices.dtls.resumption=true")))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll(
            "devices.dtls.resumption: ", "true", "false", "devices.stack californium");
  }

  @Test
  void theAuthoritiesOfDevicesAreLookedAtBeforeARun() throws Exception {
    Path file = directory.resolve("tload_tests.pem");
    Instant now = Instant.parse("2026-11-20T17:57:15Z");
    List<String> overrides =
        List.of(
            "tenant.id=tload_tests",
            "devices={count: 3, stack: californium, x509: {directory: '%s'}}".formatted(directory));
    Scenario.MoreChecks asValidate = (scenario, checks) -> scenario.checkFiles(checks, now);

    Scenario.read(PROFILE, overrides, Map.of(), asValidate);
    new AuthorityFiles(directory)
        .keep(DeviceAuthority.make("tload_tests", now.minus(Duration.ofDays(4_000))));
    assertThatThrownBy(() -> Scenario.read(PROFILE, overrides, Map.of(), asValidate))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("devices.x509.directory: ", file.toString());
    Files.writeString(file, "no PEM");
    assertThatThrownBy(() -> Scenario.read(PROFILE, overrides, Map.of(), asValidate))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("devices.x509.directory: ", file.toString());
  }

  @Test
  void warmingAsksEachDeviceOnce() throws Exception {
    List<String> overrides = read(List.of()).run().warming(Rate.parse("200/s")).orElseThrow();
    HonoProfile profile = (HonoProfile) read(overrides).profile();

    assertThat(profile.flowsByName().keySet()).containsExactly("commandQuery");
    double messages =
        profile.flows().get("commandQuery").timing().rate().perSecond()
            * profile.phases().measure().seconds();
    assertThat(messages).isEqualTo(2_500);
    assertThat(profile.phases().ramp().nanos() + profile.phases().warmUp().longest().nanos())
        .isZero();
    assertThat(profile.target().provision()).isFalse();
  }

  @Test
  void theEmbeddedHonoSaysWhereItIs() throws Exception {
    Launch launch = read(List.of()).run().target().launch();

    assertThat(launch.arguments(2, 8081)).contains("--http-port=8081");
    assertThat(
            launch.ready(
                Map.of(
                    "coap",
                    "127.0.0.1:1",
                    "kafka",
                    "127.0.0.1:2",
                    "mongodb",
                    "mongodb://127.0.0.1:3",
                    "database",
                    "hono",
                    "http",
                    "http://127.0.0.1:4")))
        .isEqualTo(
            new Launch.ReadyValues(
                List.of(
                    "target.coap=127.0.0.1:1",
                    "target.database=hono",
                    "target.kafka=127.0.0.1:2",
                    "target.mongodb=mongodb://127.0.0.1:3"),
                URI.create("http://127.0.0.1:4/metrics"),
                "embedded Hono on this host"));
  }

  @Test
  void theEmbeddedHonoSaysWhichAdaptersAreNotHonos() throws Exception {
    Launch launch =
        read(List.of("devices.groups={a: {weight: 1, protocol: http}, b: {weight: 1}}"))
            .run()
            .target()
            .launch();

    assertThat(launch.arguments(2, 8081)).contains("--http-adapter-port=0");
    Launch.ReadyValues ready =
        launch.ready(Map.of("httpAdapter", "127.0.0.1:5", "http", "http://127.0.0.1:4"));
    assertThat(ready.overrides()).containsExactly("target.http=127.0.0.1:5");
    assertThat(ready.described())
        .isEqualTo("embedded Hono on this host, HTTP adapter of the load platform");
  }
}
