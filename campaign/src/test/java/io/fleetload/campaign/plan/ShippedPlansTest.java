// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedPlansTest {
  static List<Path> shipped() throws IOException {
    try (Stream<Path> packs = Files.list(Home.path("packs"))) {
      return Stream.concat(Stream.of(Home.root()), packs.sorted())
          .map(each -> each.resolve("profiles"))
          .filter(Files::isDirectory)
          .flatMap(ShippedPlansTest::profiles)
          .toList();
    }
  }

  private static Stream<Path> profiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void profilesOfEveryPackAreShipped() throws IOException {
    assertThat(shipped()).hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyShippedProfileHasAPlanOfOneScreen(Path profile) throws Exception {
    PaperPlan plan = PaperPlan.of(Plans.scenario(profile), null, Plans.NODE, null);

    assertThat(plan.shards().count()).isGreaterThanOrEqualTo(1);
    assertThat(plan.times().length()).isGreaterThan(plan.load().seconds());
    assertThat(PlanText.lines(plan)).hasSizeBetween(12, 29);
  }
}
