// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.rig.Golden;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
  private static final KnownNames KNOWN =
      KnownNames.ofUsers(1, "update", Set.of("location"), Feeders.NONE);
  private static final String STAMP = "fl1:1f00a:update:m:3:11:1700000000000000000:12";

  @Test
  void aStringThatIsOnePlaceholderBecomesAValueOfItsType() throws Exception {
    assertThat(body("{ \"a\": \"{{n}}\", \"b\": \"x{{n}}\", \"c\": \"{{n as text}}\" }"))
        .isEqualTo("{\"a\":11,\"b\":\"x11\",\"c\":\"11\"}");
    assertThat(body("[\"{{int(4,4)}}\", \"{{decimal(-0.5,-0.5,2)}}\", \"{{choice(true)}}\"]"))
        .isEqualTo("[4,-0.50,true]");
    assertThat(body("[\"{{stamp}}\", \"{{now}}\", \"{{run}}\", \"{{epochMillis}}\"]"))
        .isEqualTo("[\"" + STAMP + "\",\"2023-11-14T22:13:20.007Z\",\"1f00a\",1700000000007]");
  }

  @Test
  void whatIsNoPlaceholderStaysAsItIs() throws Exception {
    assertThat(body(" {\"a\" : 1.10 , \"b\":[ 1E+2, null,true ,{}],\n\"ä\\u0022\":\"\\/ü\" } "))
        .isEqualTo("{\"a\":1.10,\"b\":[1E+2,null,true,{}],\"ä\\\"\":\"/ü\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "n % 5, 1",
    "n%5+1, 2",
    "n + 1, 12",
    "n * 100 + user, 1103",
    "2 * n % 7, 1",
    "n / 2 - 1, 4",
    "user - iteration, -4",
    "iteration % 20, 7",
  })
  void numbersAreCountedWith(String expression, String becomes) throws Exception {
    assertThat(body("\"{{" + expression + "}}\"")).isEqualTo(becomes);
  }

  @Test
  void anExpressionMayHaveManyTerms() throws Exception {
    assertThat(body("\"{{n" + "+1".repeat(10_000) + "}}\"")).isEqualTo("10011");
    assertThat(body("\"{{n" + "*1".repeat(10_000) + "}}\"")).isEqualTo("11");
  }

  @Test
  void aBatchIsAListWithAnIndexAndAStampForEachOfItsEntities() throws Exception {
    Template batch = Template.batch("{\"i\":\"{{index}}\",\"s\":\"{{stamp}}\"}", 2, KNOWN);

    assertThat(batch.rendered(MessageOfTest.number(11)))
        .isEqualTo("[{\"i\":0,\"s\":\"" + STAMP + ".0\"},{\"i\":1,\"s\":\"" + STAMP + ".1\"}]");
  }

  @Test
  void aBatchRepeatsWhatFollowsRepeatInAnArray() throws Exception {
    String text =
        "{\"actionType\":\"append\",\"entities\":[\"{{repeat}}\",{\"id\":\"e{{n * 2 + index}}\"}]}";

    assertThat(Template.batch(text, 2, KNOWN).rendered(MessageOfTest.number(11)))
        .isEqualTo("{\"actionType\":\"append\",\"entities\":[{\"id\":\"e22\"},{\"id\":\"e23\"}]}");
  }

  @Test
  void aMessageWithoutTheVariableThatItNeedsIsACause() throws Exception {
    Template template = Template.json("\"{{location}}\"", KNOWN);

    assertThatThrownBy(() -> template.rendered(MessageOfTest.number(0)))
        .isInstanceOfSatisfying(
            MissingValueException.class,
            missing -> assertThat(missing.causeKey()).isEqualTo("data.unsaved"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"a\": {{n}}}` | `\"{{n}}\"`",
        "`{\"a\": \"{{choice(\"x\")}}\"}` | `{{choice(\"x\")}}: `",
        "`{\"a\": 1,}` | `line 1, column 9: `",
        "`{} {}` | `one value of JSON`",
        "`\"{{usr}}\"` | `{{usr}}: did you mean user?`",
        "`\"{{n % 0}}\"` | `{{n % 0}}: `",
        "`\"{{m % 5}}\"` | `epochMillis, iteration, n, user`",
        "`\"{{int(5,1)}}\"` | `{{int(5,1)}}: `",
        "`\"{{int(1)}}\"` | `2 values, not 1`",
        "`\"{{decimal(1,2,x)}}\"` | `0 to 9`",
        "`\"{{choice()}}\"` | `{{choice()}}: `",
        "`\"{{n\"` | `write }} after \"{{n\"`",
        "`[\"{{repeat}}\"]` | `\"{{repeat}}\"`",
      })
  void aBrokenBodyIsOneLine(String text, String says) {
    assertThatThrownBy(() -> Template.json(text, KNOWN))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining(says)
        .hasMessageNotContaining("\n")
        .message()
        .satisfies(message -> Golden.of("template").holds(text, message));
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "iteration", "stamp", "index", "location"})
  void aSetUpStepHasNoUserAndNoStamp(String name) {
    assertThatThrownBy(
            () ->
                Template.json(
                    "\"{{" + name + "}}\"",
                    KnownNames.ofRequests(1, "setUp.0", Set.of(), Feeders.NONE)))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith("unknown placeholder {{" + name + "}}: ");
  }

  @Test
  void theLargestMessageIsKnownBefore() throws Exception {
    Template template =
        Template.batch(
            "[\"{{int(-5,1000)}}\",\"{{decimal(0,1,2)}}\",\"{{choice(a,bcd)}}\",\"{{uuid}}\",\"{{now}}\"]",
            2,
            KNOWN);

    assertThat(template.largest()).isEqualTo(2 * (1 + 4 + 1 + 4 + 1 + 5 + 1 + 38 + 1 + 26 + 1) + 4);
    for (int n = 0; n < 1_000; n++) {
      assertThat(template.rendered(MessageOfTest.number(n)))
          .hasSizeLessThanOrEqualTo(template.largest());
    }
  }

  @Test
  void itSaysWhichPlaceholdersItUses() throws Exception {
    Template template = Template.json("\"{{stamp}} {{n % 5}}\"", KNOWN);

    assertThat(template.uses("stamp")).isTrue();
    assertThat(template.uses("n")).isTrue();
    assertThat(template.uses("user")).isFalse();
  }

  private static String body(String text) throws Exception {
    return Template.json(text, KNOWN).rendered(MessageOfTest.number(11));
  }
}
