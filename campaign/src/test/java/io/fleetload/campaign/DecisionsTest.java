// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of docs/decisions. */
class DecisionsTest {
  private static final Path FOLDER = Home.path("docs", "decisions");

  @Test
  void eachHasADateAndAStatusAndIsListed() throws Exception {
    String list = Files.readString(FOLDER.resolve("README.md"));
    List<Path> pages;
    try (Stream<Path> files = Files.list(FOLDER)) {
      pages = files.filter(file -> file.getFileName().toString().matches("\\d{4}-.*")).toList();
    }
    assertThat(pages).isNotEmpty();
    for (Path page : pages) {
      String name = page.getFileName().toString();
      assertThat(Files.readAllLines(page).get(2))
          .as(name)
          .matches(
              "\\*20\\d\\d-\\d\\d-\\d\\d, (in force|superseded by \\[\\d+]\\(\\d{4}-.*\\.md\\))\\.\\*");
      assertThat(list).contains("(" + name + ")");
    }
  }
}
