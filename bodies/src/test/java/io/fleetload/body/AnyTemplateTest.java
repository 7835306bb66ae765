// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnyTemplateTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final KnownNames KNOWN =
      KnownNames.ofUsers(7, "update", Set.of("location"), Feeders.NONE);
  private static final List<String> NUMBERS =
      List.of("n", "user % 3", "int(-5,5)", "decimal(-1,1,3)", "epochMillis", "choice(1,2.5)");
  private static final List<String> TEXTS =
      List.of("stamp", "now", "uuid", "run", "location", "choice(a,b)", "n as text");
  private static final String ODD_LETTERS = "aé\"\\\n\t/€{}𝄞\u0000";

  private final Random random = new Random(20_240_901);

  @Test
  void everyRenderingOfABodyIsJsonWithValuesOfTheRightTypes() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      List<String> kinds = new ArrayList<>();
      String body = JSON.writeValueAsString(object(kinds));
      boolean batch = random.nextBoolean();
      Template template = batch ? Template.batch(body, 3, KNOWN) : Template.json(body, KNOWN);
      MessageOfTest message =
          new MessageOfTest(4, 2, random.nextInt(1_000), Map.of("location", odd()));

      JsonNode rendered = JSON.readTree(template.rendered(message));

      for (JsonNode each : batch ? rendered : List.of(rendered)) {
        for (int k = 0; k < kinds.size(); k++) {
          JsonNode value = each.get("k" + k);
          assertThat(value.isNumber() ? "number" : value.isBoolean() ? "boolean" : "text")
              .as(body)
              .isEqualTo(kinds.get(k));
        }
      }
    }
  }

  private Map<String, Object> object(List<String> kinds) {
    Map<String, Object> members = new java.util.LinkedHashMap<>();
    for (int k = 0; k < 1 + random.nextInt(6); k++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          members.put("k" + k, "{{" + NUMBERS.get(random.nextInt(NUMBERS.size())) + "}}");
          kinds.add("number");
        }
        case 1 -> {
          members.put("k" + k, "{{ " + TEXTS.get(random.nextInt(TEXTS.size())) + " }}");
          kinds.add("text");
        }
        case 2 -> {
          members.put("k" + k, odd() + "{{n}}" + "{{location}}");
          kinds.add("text");
        }
        default -> {
          members.put("k" + k, "{{boolean}}");
          kinds.add("boolean");
        }
      }
    }
    return members;
  }

  /** A text of letters that have to be escaped, without a placeholder. */
  private String odd() {
    int[] letters = ODD_LETTERS.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.appendCodePoint(letters[random.nextInt(letters.length)]).append('.');
    }
    return text.toString();
  }

  @Test
  void theSameMessageSaysTheSameAndAnotherSaysSomethingElse() throws Exception {
    String body = "[\"{{uuid}}\",\"{{uuid}}\",\"{{int(0,999999999)}}\"]";
    Template once = Template.batch(body, 2, KNOWN);
    Template again = Template.batch(body, 2, KNOWN);
    Template ofAnotherFlow =
        Template.batch(body, 2, KnownNames.ofUsers(7, "create", Set.of(), Feeders.NONE));
    Template ofAnotherSeed =
        Template.batch(body, 2, KnownNames.ofUsers(8, "update", Set.of(), Feeders.NONE));
    Set<String> said = new HashSet<>();
    for (int n = 0; n < 1_000; n++) {
      MessageOfTest message = MessageOfTest.number(n);
      assertThat(once.rendered(message)).isEqualTo(again.rendered(message));
      for (Template each : List.of(once, ofAnotherFlow, ofAnotherSeed)) {
        for (JsonNode rendering : JSON.readTree(each.rendered(message))) {
          rendering.forEach(value -> said.add(value.toString()));
        }
      }
    }
    // 2 UUIDs in each rendering, all different; of so many numbers two may be the same.
    assertThat(said).hasSizeGreaterThan(1_000 * 3 * 2 * 3 - 100);
  }

  @Test
  void drawnNumbersAreEvenAndReachBothEnds() throws Exception {
    Template template = Template.json("\"{{int(-2,2)}}\"", KNOWN);
    int[] drawn = new int[5];
    for (int n = 0; n < 50_000; n++) {
      drawn[Integer.parseInt(template.rendered(MessageOfTest.number(n))) + 2]++;
    }
    for (int each : drawn) {
      assertThat(each).isBetween(9_600, 10_400);
    }
  }

  @Test
  void aBrokenTemplateIsOneLineAndNeverAnotherException() {
    String whole =
        "{\"id\":\"urn:{{n % 5}}\",\"a\":[\"{{int(1,5)}}\",\"{{decimal(-1,2.5,2)}}\",1.5e3,null],"
            + "\"b\":\"{{choice('x, y',z)}} {{location}}\",\"c\":\"{{uuid as text}}\",\"d\":\"\\u00e9\"}";
    String pieces = "{}[]\"'\\,:()%+-*/. {{}}eE09nul\u0000\ud800€\n";
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      StringBuilder broken = new StringBuilder(whole);
      for (int change = random.nextInt(4); change >= 0; change--) {
        int at = random.nextInt(broken.length());
        switch (random.nextInt(3)) {
          case 0 -> broken.deleteCharAt(at);
          case 1 -> broken.insert(at, pieces.charAt(random.nextInt(pieces.length())));
          default -> broken.setCharAt(at, pieces.charAt(random.nextInt(pieces.length())));
        }
      }
      refused += refused(broken.toString(), i % 3);
    }
    assertThat(refused).isBetween(5_000, 9_999);
  }

  /** 1 where it is refused as it should be, 0 where it is none the worse. */
  private static int refused(String text, int kind) {
    try {
      Template template =
          switch (kind) {
            case 0 -> Template.json(text, KNOWN);
            case 1 -> Template.batch(text, 2, KNOWN);
            default -> Template.text("path", text, BodyPlace.TEXT, KNOWN);
          };
      String rendered =
          template.rendered(new MessageOfTest(1, 2, 3, Map.of("location", "x \ud800\"")));
      if (kind < 2) {
        assertThat(JSON.readTree(rendered)).isNotNull();
      }
      return 0;
    } catch (TemplateException refusal) {
      assertThat(refusal.getMessage()).doesNotContain("\n").isNotBlank();
      return 1;
    } catch (java.io.IOException | MissingValueException e) {
      throw new AssertionError(text, e);
    }
  }
}
