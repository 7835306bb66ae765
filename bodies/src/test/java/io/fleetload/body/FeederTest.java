// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.body.data.Column;
import io.fleetload.profile.Feed;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeederTest {
  private static final String CSV =
      "id,code,lat,open,note\nA,007,1.50,true,\"a, \"\"b\"\"\"\nB,8,-2,false,\n";

  @TempDir private Path directory;

  @Test
  void aQueueGivesEachRowOnceAndThenNone() throws Exception {
    Feeder feeder = feeder("s.csv", "v\n1\n2\n3\n4\n5\n", Feed.Order.QUEUE);
    Template batch = Template.batch("\"{{stations.v}}\"", 2, known(feeder));

    assertThat(batch.lasts()).hasValue(2);
    assertThat(batch.rendered(MessageOfTest.number(1))).isEqualTo("[\"3\",\"4\"]");
    assertThatThrownBy(() -> batch.rendered(MessageOfTest.number(2)))
        .isInstanceOfSatisfying(
            MissingValueException.class,
            missing -> assertThat(missing.causeKey()).isEqualTo("data.exhausted"));
  }

  @Test
  void shuffledDataGiveEachRowOnceInAnOrderOfTheSeed() throws Exception {
    String csv = "v\n1\n2\n3\n4\n5\n6\n7\n8\n9";

    List<String> once = values(feeder("s.csv", csv, Feed.Order.SHUFFLE), 9);
    List<String> again = values(feeder("s.csv", csv, Feed.Order.SHUFFLE), 9);

    assertThat(once)
        .isEqualTo(again)
        .containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7", "8", "9")
        .isNotEqualTo(List.of("1", "2", "3", "4", "5", "6", "7", "8", "9"));
  }

  @Test
  void randomDataGiveAllRowsAgainAndAgain() throws Exception {
    Feeder feeder = feeder("s.csv", "v\n1\n2\n3\n", Feed.Order.RANDOM);

    assertThat(Set.copyOf(values(feeder, 100))).containsExactlyInAnyOrder("1", "2", "3");
    assertThat(Template.json("\"{{stations.v}}\"", known(feeder)).lasts()).isEmpty();
  }

  @Test
  void anUnknownColumnIsToldWithThoseThatThereAre() throws Exception {
    Feeder feeder = feeder("s.csv", CSV, Feed.Order.QUEUE);

    assertThatThrownBy(() -> Template.json("\"{{stations.lot}}\"", known(feeder)))
        .hasMessageContainingAll(
            "{{stations.lot}}: ", "did you mean lat?", "code, id, lat, note, open");
    assertThatThrownBy(() -> Template.json("\"{{station.lat}}\"", known(feeder)))
        .hasMessageContainingAll("{{station.lat}}: ", "did you mean stations.lat?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "s.csv | `a,b\\n` | no rows",
        "s.csv | `` | no rows",
        "s.csv | `a,b\\n1,2\\n3\\n` | row 2 ",
        "s.csv | `a,b\\n1,2,5\\n` | needs quotes",
        "s.csv | `a,a\\n1,2\\n` | \"a\"",
        "s.csv | `a,\\n1,2\\n` | \"\"",
        "s.json | `[]` | no rows",
        "s.json | `{}` | array of objects",
        "s.json | `[{}]` | row 1",
        "s.json | `[1]` | row 1",
        "s.json | `[{\"a\":1},{\"a\":1,\"a\":2}]` | `'a'`",
        "s.json | `[{\"a\":NaN}]` | `not 'NaN'`",
        "s.jsonl | `[{\"a\":1}]` | row 1",
        "s.jsonl | `{\"a\":1}\\n{\"b\":1}` | row 2 has b",
        "s.jsonl | `{\"a\":1}\\n{\"a\":` | line 2",
        "s.json | `[{\"a\":1,\"b\":1},{\"b\":1}]` | row 2 has no a",
        "s.json | `[{\"a\":1},{\"a\":1,\"b\":2}]` | row 2 has b",
        "s.json | `[{\"a\":}]` | `line 1, column 7: `",
        "s.txt | `a` | .csv, .jsonl or .json",
      })
  void aFileThatIsNoDataIsOneLine(String file, String content, String says) throws Exception {
    Path path = directory.resolve(file);
    Files.writeString(path, content.replace("\\n", "\n"));

    assertThatThrownBy(() -> Feeder.read("stations", path, Feed.Order.QUEUE, 1, Feeders.room()))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith(path + ": ")
        .hasMessageContaining(says)
        .message()
        .satisfies(
            message ->
                Golden.of("template")
                    .holds(
                        (file + " " + content).strip(), message.replace(path.toString(), "FILE")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s.csv", "s.json", "s.jsonl"})
  void aBrokenFileIsOneLineAndNeverAnotherException(String file) throws Exception {
    Random random = new Random(20_240_901);
    byte[] whole =
        (switch (file) {
              case "s.csv" -> CSV;
              case "s.json" -> "[{\"id\":\"A\",\"lat\":1.50},{\"id\":\"B\",\"lat\":-2}]";
              default -> "{\"id\":\"A\",\"lat\":1.50}\n{\"id\":\"B\",\"lat\":-2}";
            })
            .getBytes(StandardCharsets.UTF_8);
    Path path = directory.resolve(file);
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] broken = whole.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        broken[random.nextInt(broken.length)] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) "\",\n[]{}:\\".charAt(random.nextInt(9));
      }
      Files.write(path, broken);
      try {
        assertThat(Feeder.read("stations", path, Feed.Order.QUEUE, 1, Feeders.room()).rows())
            .isPositive();
      } catch (TemplateException refusal) {
        assertThat(refusal.getMessage()).startsWith(path + ": ").doesNotContain("\n");
        refused++;
      }
    }
    assertThat(refused).isBetween(300, 999);
  }

  @Test
  void longAndShortValuesOfManyRowsStayWhatTheyAre() throws Exception {
    StringBuilder csv = new StringBuilder("v\n");
    List<String> written = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      String value = i == 7 ? "y".repeat(3 << 20) : "ä" + "x".repeat(i % 200) + i;
      written.add(value);
      csv.append(value).append('\n');
    }
    Feeder feeder = feeder("s.csv", csv.toString(), Feed.Order.QUEUE);
    Template template = Template.json("\"{{stations.v}}\"", known(feeder));

    for (int i = 0; i < written.size(); i++) {
      assertThat(template.rendered(MessageOfTest.number(i))).isEqualTo('"' + written.get(i) + '"');
    }
  }

  @Test
  void moreThanAMillionRowsAreOneLineAlsoInLittleMemory() throws Exception {
    Path path = directory.resolve("a.csv");
    Files.writeString(path, "v\n" + "1\n".repeat(1_000_001));

    assertThatThrownBy(() -> Feeder.read("stations", path, Feed.Order.QUEUE, 1, Feeders.room()))
        .hasMessageStartingWith(path + ": ")
        .hasMessageContaining(" 1,000,000 rows");
  }

  @Test
  void aValueTakesFiveBytesMoreThanItsText() throws Exception {
    int rows = 1 << 18;
    StringBuilder csv = new StringBuilder("a,b\n");
    for (int i = 0; i < rows; i++) {
      csv.append(10_000_000 + i).append(',').append("device-").append(10_000_000 + i).append('\n');
    }
    Feeder feeder = feeder("s.csv", csv.toString(), Feed.Order.QUEUE);
    long bytes = feeder.columns().values().stream().mapToLong(Column::bytes).sum();

    // The last block of a column is not full.
    assertThat(bytes).isBetween(rows * (8 + 15 + 10L), rows * (8 + 15 + 10L) + 2 * (1 << 20));
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    Path path = directory.resolve("none.csv");

    assertThatThrownBy(() -> Feeder.read("stations", path, Feed.Order.QUEUE, 1, Feeders.room()))
        .hasMessage(path + ": there is no such file");
  }

  private Feeder feeder(String file, String content, Feed.Order order)
      throws IOException, TemplateException {
    Path path = directory.resolve(file);
    Files.writeString(path, content);
    return Feeder.read("stations", path, order, 1, Feeders.room());
  }

  private static KnownNames known(Feeder feeder) {
    return KnownNames.ofRequests(1, "setUp.0", Set.of(), new Feeders(Map.of("stations", feeder)));
  }

  private static List<String> values(Feeder feeder, int messages) throws Exception {
    Template template = Template.text("path", "{{stations.v}}", BodyPlace.TEXT, known(feeder));
    List<String> values = new ArrayList<>();
    for (int n = 0; n < messages; n++) {
      values.add(template.rendered(MessageOfTest.number(n)));
    }
    return values;
  }
}
