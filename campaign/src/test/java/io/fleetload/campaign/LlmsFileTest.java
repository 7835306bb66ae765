// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/llms.txt is the index of the docs in the form of llmstxt.org. Run with {@code
 * -Ddocs.write=true} it writes the file that it otherwise compares.
 */
class LlmsFileTest {
  private static final String COMMAND =
      "./mvnw -pl campaign -am test -Dtest=LlmsFileTest -Ddocs.write=true";

  private static final Path FILE = Home.path("docs", "llms.txt");
  private static final Pattern ROW = Pattern.compile("\\| (.*) \\| (.*) \\|");
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)]+)\\)");

  @Test
  void theFileHasEveryPageOfTheIndex() throws IOException {
    String expected = text();
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(FILE, expected);
    }
    assertThat(FILE).as("out of date; write it again: %s", COMMAND).hasContent(expected);
  }

  @Test
  void everyPageIsThereOnce() throws IOException {
    String text = text();
    for (DocsPage each : DocsPage.all()) {
      boolean listed = each.name().matches("docs/(tutorial|how-to|reference|explanation)/.*");
      if (listed) {
        assertThat(text).containsOnlyOnce("](" + each.name().replaceFirst("^docs/", "") + ")");
      }
    }
  }

  private static String text() {
    StringBuilder text = new StringBuilder(introduction());
    for (String line : DocsPage.of("docs/README.md").text().lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (line.startsWith("## ")) {
        text.append('\n').append(line).append("\n\n");
      } else if (row.matches() && LINK.matcher(row.group(1)).matches()) {
        text.append("- %s: %s\n".formatted(row.group(1), row.group(2)));
      } else if (row.matches()) {
        // Several files are one row of the index.
        for (MatchResult link : LINK.matcher(row.group(2)).results().toList()) {
          text.append("- [%s: %s](%s)\n".formatted(one(row), link.group(1), link.group(2)));
        }
      }
    }
    return text.toString();
  }

  private static String one(Matcher row) {
    return row.group(1).replaceFirst("s$", "");
  }

  private static String introduction() {
    return """
        # A load platform for IoT systems

        > Says how many devices and messages an IoT system holds: MQTT brokers, Eclipse Hono, context brokers (NGSI), vehicle \
        platforms (JT/T 808), gRPC. A profile in YAML or one line asks for flows of messages from a fleet of devices; a run ends \
        with a verdict, which is its exit code.

        - One line is a load test: `./loadtest mqtt://broker:1883 --devices 1000 --every 10s --for 2m`
        - `./loadtest validate` and `./loadtest explain` answer before a run; both, and most commands, take `--json`
        - `./loadtest mcp` serves the commands as tools of an assistant
        - Exit code 5 says nothing about the target: the load generator was the limit
        """;
  }
}
