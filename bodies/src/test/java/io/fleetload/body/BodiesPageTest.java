// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.profile.Feed;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodiesPageTest {
  private static final Path PAGE = Home.path("docs", "reference", "bodies.md");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{[^}]*\\}\\}");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`\\{\\{.*?) \\|.*\\| (number|text|boolean)[^|]* \\|$");

  @TempDir private Path directory;
  private KnownNames known;

  @BeforeEach
  void rooms() throws Exception {
    Path file = directory.resolve("rooms.csv");
    Files.writeString(file, "name,floor,celsius,open,place\nhall,3,21.5,true,[1]\n");
    Feeder rooms = Feeder.read("rooms", file, Feed.Order.CIRCULAR, 1, Feeders.room());
    known =
        KnownNames.ofUsers(
            1, "update", Set.of("device", "context"), new Feeders(Map.of("rooms", rooms)));
  }

  @Test
  void everyPlaceholderOnThePageIsKnown() throws Exception {
    List<String> placeholders =
        PLACEHOLDER.matcher(Files.readString(PAGE)).results().map(MatchResult::group).toList();

    assertThat(placeholders).hasSizeGreaterThan(20);
    for (String each : placeholders) {
      String body = each.equals(JsonBody.REPEAT) ? "[\"" + each + "\",1]" : "\"" + each + "\"";
      assertThatCode(() -> Template.batch(body, 2, known)).as(each).doesNotThrowAnyException();
    }
  }

  @Test
  void everyPlaceholderInTheTableIsOfTheTypeThatItSays() throws Exception {
    MessageOfTest message = new MessageOfTest(1, 2, 3, Map.of("device", "d-1"));
    int rows = 0;
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      for (MatchResult each : PLACEHOLDER.matcher(row.group(1)).results().toList()) {
        Template template = Template.batch("\"" + each.group() + "\"", 1, known);
        JsonNode value = new ObjectMapper().readTree(template.rendered(message)).get(0);
        assertThat(value.isNumber() ? "number" : value.isBoolean() ? "boolean" : "text")
            .as(each.group())
            .isEqualTo(row.group(2));
        rows++;
      }
    }
    assertThat(rows).isGreaterThan(15);
  }

  @Test
  void thePageNamesEveryPlaceholder() throws Exception {
    String page = Files.readString(PAGE);

    for (String each : MessagePlaceholders.NAMES) {
      assertThat(page).contains("`{{" + each + "}}`");
    }
    for (String each : RandomPlaceholders.FORMS.values()) {
      assertThat(page).contains("`{{" + each + "}}`");
    }
  }
}
