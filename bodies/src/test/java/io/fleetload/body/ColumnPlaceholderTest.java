// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.profile.Feed;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnPlaceholderTest {
  private static final String CSV =
      """
      id,speed,on,place,mixed
      007,1.50,true,"[1.0, 2]",007
      1E5,1E5,false,"{""a"": 1}",NaN
      12345678901234567890,12345678901234567890,true,null,
      ,-0,false,"""
          + "\"\"\"x\"\"\",x\n";

  @TempDir private Path directory;

  @Test
  void aColumnOfCsvIsTextInEachRow() throws Exception {
    assertThat(json(CSV, "[\"{{cars.id}}\",\"{{cars.speed}}\",\"{{cars.on}}\",\"{{cars.mixed}}\"]"))
        .containsExactly(
            "[\"007\",\"1.50\",\"true\",\"007\"]",
            "[\"1E5\",\"1E5\",\"false\",\"NaN\"]",
            "[\"12345678901234567890\",\"12345678901234567890\",\"true\",\"\"]",
            "[\"\",\"-0\",\"false\",\"x\"]");
  }

  @Test
  void aTemplateSaysThatAColumnHasNumbersBooleansOrJson() throws Exception {
    String body =
        "[\"{{cars.speed as number}}\",\"{{ cars.on as boolean }}\",\"{{cars.place as json}}\",\"v={{cars.speed as number}}\"]";

    assertThat(json(CSV, body))
        .containsExactly(
            "[1.50,true,[1.0, 2],\"v=1.50\"]",
            "[1E5,false,{\"a\": 1},\"v=1E5\"]",
            "[12345678901234567890,true,null,\"v=12345678901234567890\"]",
            "[-0,false,\"x\",\"v=-0\"]");
  }

  @Test
  void withoutQuotesABodyThatIsSentAsItIsWrittenHasValuesOfJson() throws Exception {
    Feeder cars = feeder("cars.csv", CSV);
    String text =
        "{\"a\":{{cars.speed}},\"b\":\"{{cars.speed}}\",\"c\":{{cars.place}},\"d\":\"{{cars.place}}\",\"by\":\"{{stamp}}\"}";
    Template template = StampedBody.template(text, known(cars));

    assertThat(template.rendered(MessageOfTest.number(1)))
        .startsWith(
            "{\"a\":1E5,\"b\":\"1E5\",\"c\":{\"a\": 1},\"d\":\"{\\\"a\\\": 1}\",\"by\":\"fl1:");
  }

  @Test
  void valuesOfJsonKeepTheirTypeAndTheirDigits() throws Exception {
    String lines =
        """
        {"id":"1","v":1.10,"place":{"type":"Point","at":[1.0, 2E3]},"x":null}
        {"id":"007","v":"1.10","place":12345678901234567890,"x":true}
        """;
    String body =
        "[\"{{cars.id}}\",\"{{cars.v}}\",\"{{cars.place}}\",\"{{cars.x}}\",\"{{cars.v as text}}\",\"{{cars.v as number}}\",\"{{cars.id as json}}\"]";
    for (String file : new String[] {"cars.jsonl", "cars.json"}) {
      boolean isList = file.endsWith(".json");
      Feeder cars = feeder(file, isList ? "[" + lines.strip().replace("\n", ",\n") + "]" : lines);

      assertThat(json(cars, body))
          .containsExactly(
              "[\"1\",1.10,{\"type\":\"Point\",\"at\":[1.0,2E3]},null,\"1.10\",1.10,\"1\"]",
              "[\"007\",\"1.10\",12345678901234567890,true,\"1.10\",1.10,\"007\"]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{{cars.id as number}} | row 1, column id, where \"007\" is",
        "{{cars.mixed as number}} | row 1, column mixed, where \"007\" is",
        "{{cars.mixed as json}} | row 1, column mixed, where \"007\" is",
        "{{cars.on as number}} | row 1, column on, where \"true\" is",
        "{{cars.speed as boolean}} | row 1, column speed, where \"1.50\" is",
        "{{cars.place as number}} | row 1, column place, where \"[1.0, 2]\" is",
        "{{n as number}} | {{n as number}}: ",
        "{{cars.speed as float}} | {{cars.speed as float}}: ",
      })
  void aValueOfAnotherTypeIsOneLineWithItsRow(String placeholder, String says) throws Exception {
    assertThatThrownBy(() -> json(CSV, "\"" + placeholder + "\""))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining(says)
        .hasMessageNotContaining("\n")
        .message()
        .satisfies(message -> Golden.of("template").holds(placeholder, message));
  }

  @ParameterizedTest
  @CsvSource({"NaN", "''", "+1", "1.", ".5", "0x10", "1_000", "Infinity", "'1 '", "٣"})
  void whatIsNoNumberOfJsonIsNone(String value) throws Exception {
    String csv = "v,w\n1,\n\"%s\",\n".formatted(value);

    for (String type : new String[] {"number", "json"}) {
      boolean blank = value.isBlank() || value.endsWith(" ");
      if (type.equals("json") && blank && !value.isEmpty()) {
        continue;
      }
      assertThatThrownBy(() -> json(csv, "\"{{cars.v as " + type + "}}\""))
          .hasMessageContaining("cars.csv, row 2, column v, where \"" + value + "\" is");
    }
  }

  @Test
  void withoutQuotesATextIsRefusedWithItsRow() throws Exception {
    assertThatThrownBy(() -> json(CSV, "[{{cars.speed}}]"))
        .hasMessageContaining("\"{{cars.speed as number}}\"");
    assertThatThrownBy(
            () ->
                StampedBody.template(
                    "{\"a\":{{cars.id}},\"by\":\"{{stamp}}\"}", known(feeder("cars.csv", CSV))))
        .hasMessageContaining("cars.csv, row 1, column id, where \"007\" is; or put");
  }

  private String[] json(String csv, String body) throws Exception {
    return json(feeder("cars.csv", csv), body);
  }

  private static String[] json(Feeder feeder, String body) throws Exception {
    Template template = Template.json(body, known(feeder));
    String[] rendered = new String[feeder.rows()];
    for (int n = 0; n < rendered.length; n++) {
      rendered[n] = template.rendered(MessageOfTest.number(n));
    }
    return rendered;
  }

  private Feeder feeder(String name, String content) throws Exception {
    Path file = Files.writeString(directory.resolve(name), content);
    return Feeder.read("cars", file, Feed.Order.CIRCULAR, 1, Feeders.room());
  }

  private static KnownNames known(Feeder feeder) {
    return KnownNames.ofUsers(1, "update", Set.of(), new Feeders(Map.of("cars", feeder)));
  }
}
