// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.ngsi.template.data.Feeders;
import io.fleetload.ngsi.template.data.MissingValueException;
import io.fleetload.ngsi.template.data.TemplateException;
import io.fleetload.rig.Golden;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
  private static final Known KNOWN = Known.ofFlow(1, "update", Set.of("location"), Feeders.NONE);
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
  void eachObjectOfABodyIsGivenAContextUnlessItHasOne() throws Exception {
    String member = "\"@context\":\"http://x/c\"";

    assertThat(withContext(Template.body("{\"a\":{\"b\":1}}", KNOWN)))
        .isEqualTo("{\"a\":{\"b\":1}," + member + "}");
    assertThat(withContext(Template.body("{}", KNOWN))).isEqualTo("{" + member + "}");
    assertThat(withContext(Template.body("[{\"a\":1},{}]", KNOWN)))
        .isEqualTo("[{\"a\":1," + member + "},{" + member + "}]");
    assertThat(withContext(Template.batch("{\"a\":1}", 2, KNOWN)))
        .isEqualTo("[{\"a\":1," + member + "},{\"a\":1," + member + "}]");
    assertThat(withContext(Template.body("{\"@context\":\"mine\"}", KNOWN)))
        .isEqualTo("{\"@context\":\"mine\"}");
    assertThat(withContext(Template.batch("\"urn:{{index}}\"", 2, KNOWN)))
        .isEqualTo("[\"urn:0\",\"urn:1\"]");
  }

  @Test
  void aPathStaysAsItWasWrittenButForWhatCannotBeInARequestLine() throws Exception {
    assertThat(path("//ngsi-ld/v1/entities?q=(owner==\"owner{{n}}\")&x=%20y z|ü"))
        .isEqualTo("//ngsi-ld/v1/entities?q=(owner==%22owner11%22)&x=%20y%20z%7C%C3%BC");
  }

  @Test
  void aValueInAPathIsEncoded() throws Exception {
    assertThat(path("/entities/{{choice('urn:a b/c&d')}}"))
        .isEqualTo("/entities/urn:a%20b%2Fc%26d");
  }

  @Test
  void aSavedLocationAtTheBeginningOfAPathIsTakenAsItIs() throws Exception {
    MessageOfTest message =
        new MessageOfTest(
            0, 0, 0, Map.of("location", "http://broker:1026/ngsi-ld/v1/entities/urn:e?a=b"));

    assertThat(Template.path("{{location}}/attrs", KNOWN).rendered(message))
        .isEqualTo("/ngsi-ld/v1/entities/urn:e?a=b/attrs");
    assertThat(Template.body("\"{{location}}\"", KNOWN).rendered(message))
        .isEqualTo("\"http://broker:1026/ngsi-ld/v1/entities/urn:e?a=b\"");
  }

  @Test
  void onlyAValueFromElsewhereCanBeTheBeginningOfAPath() {
    assertThatThrownBy(() -> Template.path("{{user}}/attrs", KNOWN))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("{{user}}");
  }

  @Test
  void aMessageWithoutTheVariableThatItNeedsIsACause() throws Exception {
    Template template = Template.path("{{location}}", KNOWN);

    assertThatThrownBy(() -> template.rendered(MessageOfTest.number(0)))
        .isInstanceOfSatisfying(
            MissingValueException.class,
            missing -> assertThat(missing.causeKey()).isEqualTo("data.unsaved"));
  }

  @Test
  void noValueCanBeginAnotherHeader() throws Exception {
    MessageOfTest message = new MessageOfTest(0, 0, 0, Map.of("location", "a\r\nX-Evil: b"));

    assertThat(Template.header("X", "v {{location}}", KNOWN).rendered(message))
        .isEqualTo("v a  X-Evil: b");
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
    assertThatThrownBy(() -> Template.body(text, KNOWN))
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
            () -> Template.path("/{{" + name + "}}", Known.ofSetUp(1, "setUp.0", Feeders.NONE)))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith("unknown placeholder {{" + name + "}}: ");
  }

  @Test
  void aVariableIsNotCalledAsAPlaceholderIs() {
    assertThatThrownBy(
            () -> Template.path("/", Known.ofFlow(1, "create", Set.of("run"), Feeders.NONE)))
        .hasMessageStartingWith("save.run: ");
  }

  @Test
  void itSaysWhichPlaceholdersItUses() throws Exception {
    Template template = Template.body("\"{{stamp}} {{n % 5}}\"", KNOWN);

    assertThat(template.uses("stamp")).isTrue();
    assertThat(template.uses("n")).isTrue();
    assertThat(template.uses("user")).isFalse();
  }

  private static String body(String text) throws Exception {
    return Template.body(text, KNOWN).rendered(MessageOfTest.number(11));
  }

  private static String path(String text) throws Exception {
    return Template.path(text, KNOWN).rendered(MessageOfTest.number(11));
  }

  private static String withContext(Template template) throws Exception {
    return template.withContext("http://x/c").rendered(MessageOfTest.number(0));
  }
}
