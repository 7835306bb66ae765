// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.profile.Expect;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The profiles that repeat the campaigns of FIWARE and of Stellio. */
class PublishedCampaignsTest {
  private static final Path PROFILES = Path.of("profiles");

  static Stream<Path> published() throws IOException {
    return Stream.of("fiware/ld", "fiware/v2", "stellio").flatMap(PublishedCampaignsTest::in);
  }

  private static Stream<Path> in(String directory) {
    try (Stream<Path> files = Files.list(PROFILES.resolve(directory))) {
      return files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyScenarioHasAProfile() {
    assertThat(in("fiware/ld")).hasSize(12);
    assertThat(in("fiware/v2")).hasSize(10);
    assertThat(in("stellio")).hasSize(7);
  }

  @ParameterizedTest
  @MethodSource("published")
  void aProfileIsWithoutProblems(Path file) throws ProfileException {
    NgsiProfile profile = read(file);

    assertThat(profile.run().name()).endsWith(file.getFileName().toString().replace(".yaml", ""));
    assertThat(profile.target().broker().isV2())
        .isEqualTo(file.startsWith(PROFILES.resolve("fiware/v2")));
  }

  @ParameterizedTest
  @MethodSource("published")
  void aProfileRemovesWhatItMakes(Path file) throws ProfileException {
    NgsiProfile profile = read(file);
    boolean makes =
        !profile.setUp().isEmpty()
            || profile.flows().values().stream().anyMatch(each -> each.body() != null);

    assertThat(profile.tearDown().isEmpty()).isEqualTo(!makes);
  }

  @ParameterizedTest
  @MethodSource("published")
  void aQueryHasToFindSomething(Path file) throws ProfileException {
    assertThat(read(file).flows().values())
        .filteredOn(each -> each.path().contains("?"))
        .allMatch(each -> least(each.expect()) >= 1);
  }

  @Test
  void everyComposeFileHasAProfileWithoutProblems() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("compose"))) {
      for (Path each : files.sorted().toList()) {
        NgsiProfile profile = read(PROFILES.resolve("external").resolve(each.getFileName()));
        assertThat(profile.run().name() + ".yaml").isEqualTo("ngsi-" + each.getFileName());
        assertThat(profile.target().url()).startsWith("http://127.0.0.1:");
      }
    }
  }

  private static int least(Expect expect) {
    return expect.foundExactly() != null
        ? expect.foundExactly()
        : expect.found() == null ? 0 : expect.found();
  }

  private static NgsiProfile read(Path file) throws ProfileException {
    return (NgsiProfile) Scenario.read(file, List.of(), Map.of()).profile();
  }
}
