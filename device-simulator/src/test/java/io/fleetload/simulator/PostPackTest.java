// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.post.PostOffice;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pack of docs/tutorial/write-a-pack.md is short, does what it should, and is what it shows.
 */
class PostPackTest {
  private static final Path PACK = Path.of("src", "test", "java", "io", "fleetload", "post");
  private static final Path PROFILE = Path.of("src", "test", "resources", "post.yaml");
  private static final Path TUTORIAL = Path.of("..", "docs", "tutorial", "write-a-pack.md");
  private static final Pattern SNIPPET =
      Pattern.compile("^```(?:java|yaml)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void itsProfileIsReadAndAMistakeIsRefusedAtItsKey() throws Exception {
    assertThat(read().pack().name()).isEqualTo("post");
    assertThatThrownBy(() -> read("target.server=127.0.0.1:0"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("target.server: ");
    assertThatThrownBy(() -> read("flows.letter.rate=nonsense"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("flows.letter.rate: ");
  }

  private static Scenario read(String... overrides) throws ProfileException {
    return Scenario.read(PROFILE, List.of(overrides), Map.of());
  }

  @Test
  void everyLetterOfARunIsTakenAndArrives(@TempDir Path directory) throws Exception {
    try (PostOffice office = new PostOffice()) {
      List<String> overrides = List.of("target.server=" + office.address());
      assertThat(new ScenarioRun(PROFILE, overrides, Map.of(), directory).wrong()).isEmpty();
    }
  }

  /** Without the system under test. */
  @Test
  void itHas300LinesAtMost() throws IOException {
    assertThat(sources(PACK).filter(each -> !each.contains("class PostOffice ")))
        .hasSize(4)
        .flatExtracting(each -> each.lines().toList())
        .hasSizeLessThanOrEqualTo(300);
  }

  @Test
  void theTutorialShowsWhatIsInIt() throws IOException {
    String sources =
        String.join("", sources(PACK).toList())
            + Files.readString(PROFILE)
            + String.join(
                "", sources(Path.of("../packs/echo/src/main/java/io/fleetload/echo")).toList());
    List<String> snippets =
        SNIPPET
            .matcher(Files.readString(TUTORIAL))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();

    assertThat(snippets)
        .hasSizeGreaterThan(5)
        .allSatisfy(each -> assertThat(sources).contains(each));
  }

  private static Stream<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(PostPackTest::text).toList().stream();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
