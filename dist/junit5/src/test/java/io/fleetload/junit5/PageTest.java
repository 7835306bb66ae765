// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/how-to/in-a-build.md shows is in the sample project or in a test, word for word. */
class PageTest {
  private static final Path PAGE = Path.of("../../docs/how-to/in-a-build.md");
  private static final Pattern SNIPPET =
      Pattern.compile("^```(?:xml|java|yaml)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void everySnippetIsBuilt() throws IOException {
    String sources =
        read("../sample/pom.xml")
            + read("../sample/src/test/load/smoke.yaml")
            + read("../sample/src/test/java/com/example/TelemetryIT.java")
            + read("../../it/src/test/java/io/fleetload/junit5/EmbeddedHonoIT.java");

    List<String> snippets =
        SNIPPET.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();

    assertThat(snippets)
        .hasSizeGreaterThan(4)
        .allSatisfy(each -> assertThat(sources).contains(each));
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file));
  }

  @Test
  void everyParameterOfThePluginIsInItsTable() throws IOException {
    String mojo = read("../maven-plugin/src/main/java/io/fleetload/maven/RunMojo.java");
    Stream<String> properties =
        Pattern.compile("property = \"(fleetload\\.\\w+)\"")
            .matcher(mojo)
            .results()
            .map((MatchResult found) -> found.group(1));

    assertThat(properties)
        .isNotEmpty()
        .allSatisfy(each -> assertThat(Files.readString(PAGE)).contains("| `" + each + "` |"));
  }
}
