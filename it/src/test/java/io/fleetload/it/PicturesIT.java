// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Chromium;
import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import io.fleetload.rig.PseudoTerminal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pictures of the docs are of a real run, on a machine with nothing else on it: {@code
 * -Ddocs.write=true -Dit.test=PicturesIT}.
 */
class PicturesIT {
  private static final Path PICTURES = Home.path("docs", "pictures");
  private static final String VERDICT = "verdict.svg";
  private static final String REPORT = "report.png";
  private static final long LARGEST = 200_000;

  @TempDir private Path directory;

  @Test
  @EnabledIfSystemProperty(named = "docs.write", matches = "true")
  void theQuickstartIsPictured() throws Exception {
    Path printed = directory.resolve("printed.txt");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Dfleetload.home=" + Home.root(),
            "-Dfleetload.columns=" + PseudoTerminal.FIRST,
            "-jar",
            Home.path("campaign/target/campaign.jar").toString(),
            "run",
            "profiles/quickstart.yaml",
            "--out",
            directory.resolve("results").toString());
    Process run =
        new ProcessBuilder(PseudoTerminal.of(command, "the window stays as it is"))
            .directory(Home.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(run.waitFor()).as(Files.readString(printed)).isZero();

    Files.createDirectories(PICTURES);
    String shown =
        Files.readString(printed, StandardCharsets.UTF_8)
            .replace(directory.resolve("results").toString(), "results/first");
    Files.writeString(
        PICTURES.resolve(VERDICT),
        TerminalPicture.of(shown, "./loadtest run profiles/quickstart.yaml --out results/first"));
    Process browser =
        new Chromium(directory)
            .open(
                directory.resolve("results/report.html").toUri().toString(),
                List.of(
                    "--window-size=1200,860",
                    "--hide-scrollbars",
                    "--virtual-time-budget=5000",
                    "--screenshot=" + PICTURES.resolve(REPORT)));
    assertThat(browser.waitFor()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {VERDICT, REPORT})
  void eachIsSmallAndShown(String name) throws Exception {
    assertThat(Files.size(PICTURES.resolve(name))).isBetween(1_000L, LARGEST);
    for (String page : List.of("README.md", "docs/tutorial/from-nothing-to-a-decision.md")) {
      assertThat(DocsPage.of(page).text()).contains("pictures/" + name + ")");
    }
  }
}
