// SPDX-License-Identifier: EPL-2.0
package io.fleetload.packs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileFile;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile that says only what is different from another one. */
class ExtendedProfilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeTheBase() throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"),
        """
        pack: echo
        run: { name: base, seed: 7 }
        devices: { count: '${COUNT:10}', timeout: 3s, bind: [127.0.0.1, 127.0.0.2] }
        phases: { connect: { rate: 50/s }, measure: 10s }
        flows:
          echo: { rate: 20/s }
          ask: { rate: 5/s }
        thresholds: [flows.*.failed == 0]
        """);
  }

  @Test
  void itHasWhatTheOtherSaysUnlessItSaysOtherwise() throws Exception {
    LoadProfile profile =
        read(
            """
            extends: base.yaml
            run: { name: mine }
            devices: { bind: [127.0.0.3] }
            flows:
              echo: { rate: ~, every: 2s }
              ask: ~
            """);

    assertThat(profile.run().name()).isEqualTo("mine");
    assertThat(profile.run().seed()).isEqualTo(7);
    assertThat(profile.devices().count()).isEqualTo(10);
    assertThat(profile.devices().bind()).containsExactly("127.0.0.3");
    assertThat(profile.flowsByName()).containsOnlyKeys("echo");
    assertThat(profile.timings().get("echo").rate().perSecond()).isEqualTo(5);
    assertThat(profile.thresholds()).hasSize(1);
  }

  @Test
  void overridesWinOverBoth() throws Exception {
    assertThat(read("extends: base.yaml\ndevices: { count: 20 }\n", "devices.count=30").devices())
        .returns(30, devices -> devices.count());
  }

  @Test
  void aMistakeIsReportedAtTheFileAndTheLineThatHaveIt() {
    assertThat(problem("extends: base.yaml\n\nrun: { seed: x }\n"))
        .returns(folder.resolve("mine.yaml").toString(), ProfileProblem::source)
        .returns(3, ProfileProblem::line)
        .returns("run.seed", ProfileProblem::path);
    assertThat(problem("extends: base.yaml\nflows: { echo: { stages: [] } }\n").path())
        .startsWith("flows.echo");
    assertThat(problem("extends: base.yaml\nphases: { measure: 1s, connect: nonsense }\n"))
        .returns("phases.connect", ProfileProblem::path);
  }

  @Test
  void aMistakeOfTheOtherIsReportedThere() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), "pack: echo\nrun: { name: x, seed: y }\n");

    assertThat(problem("extends: base.yaml\n"))
        .returns(folder.resolve("base.yaml").toString(), ProfileProblem::source)
        .returns(2, ProfileProblem::line)
        .returns("run.seed", ProfileProblem::path);
  }

  @Test
  void onlyAProfileOfTheSameFolderIsExtendedAndOnlyOne() throws IOException {
    for (String name : List.of("nothing.yaml", "../base.yaml", "[base.yaml]", "''")) {
      assertThat(problem("extends: " + name + "\n"))
          .returns("extends", ProfileProblem::path)
          .returns(1, ProfileProblem::line)
          .extracting(ProfileProblem::message)
          .asString()
          .endsWith("expected the name of a profile in the same folder");
    }
    assertThat(problem("extends: mine.yaml\n").message()).startsWith("names this file itself");
    Files.writeString(folder.resolve("middle.yaml"), "extends: base.yaml\n");
    assertThat(problem("extends: middle.yaml\n"))
        .returns(folder.resolve("middle.yaml").toString(), ProfileProblem::source);
  }

  @Test
  void itsFilesAreBoth() throws Exception {
    Path mine = Files.writeString(folder.resolve("mine.yaml"), "extends: base.yaml\n");
    Path base = folder.resolve("base.yaml");

    assertThat(ProfileFile.files(mine, Map.of())).containsExactly(base, mine);
    assertThat(ProfileFile.files(base, Map.of())).containsExactly(base);
  }

  private LoadProfile read(String text, String... overrides) throws IOException, ProfileException {
    Path mine = Files.writeString(folder.resolve("mine.yaml"), text);
    return Scenario.read(mine, List.of(overrides), Map.of()).profile();
  }

  private ProfileProblem problem(String text) {
    return catchThrowableOfType(ProfileException.class, () -> read(text)).problems().stream()
        .filter(each -> each.line() > 0)
        .findFirst()
        .orElseThrow();
  }
}
