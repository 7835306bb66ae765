// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.SourceText.Passage;
import io.fleetload.rig.DocsPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The plain English of the house style: each failure names the place and says what to write. */
class ProseTest {
  private static final int WORDS_OF_A_SENTENCE = 25;
  private static final int WORDS_OF_A_MESSAGE = 20;

  /** Words that a stranger has to read twice, each with what to write instead. */
  private static final Map<Pattern, String> REPLACEMENTS = new LinkedHashMap<>();

  static {
    replace("told", "\"given\", \"says\" or \"reports\"");
    replace("whose", "two sentences, or \"with\" and \"its\"");
    replace("nobody", "\"no one\", \"no process\" or \"nothing\"");
    replace("somebody", "\"someone\", \"a user\" or the program's name");
    replace("whoever", "the name of the one that does it");
    replace("is none|are none", "\"does not exist\", \"is not a ...\" or \"has no ...\"");
    replace("stand|stands", "\"is\", \"applies\" or \"appears\"");
    replace("anew", "\"again\"");
    replace("null where", "\"null if\"");
    replace("of no meaning", "\"ignored\"");
  }

  private static final Pattern RELATIVE_START =
      Pattern.compile("(What|Whether|How|Where|Who|When|Which|Why|That|Those|As)\\b.*");

  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])[*_)]*\\s");
  private static final Pattern WORD = Pattern.compile("[A-Za-z][\\w'-]*");

  private static final Pattern TYPE =
      Pattern.compile("([\\w ]*?)\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");

  private static final Pattern PARTICIPLE =
      Pattern.compile(
          ".+(ed|ing)|(Told|Held|Kept|Found|Known|Said|Sent|Shown|Taken|Given|Written|Lost|Made|Left"
              + "|Done|Seen|Gone|Drawn|Unsaid|Begun)");

  /** Nouns of the field that end as participles do. */
  private static final Set<String> NOUNS =
      Set.of("Crossing", "Feed", "Provisioning", "Reading", "Sent", "String", "Timing");

  private static List<SourceText> sources;

  private static void replace(String words, String by) {
    REPLACEMENTS.put(Pattern.compile("(?i)\\b(" + words + ")\\b(?!-in)"), by);
  }

  @BeforeAll
  static void read() throws IOException {
    sources = SourceText.all();
    assertThat(sources).hasSizeGreaterThan(800);
  }

  @Test
  void javadocCommentsAndMessagesHavePlainWords() {
    List<String> found = new ArrayList<>();
    for (SourceText source : sources) {
      Stream.of(source.javadocs(), source.comments(), source.messages())
          .flatMap(List::stream)
          .filter(each -> !isForPrograms(each))
          .forEach(each -> found.addAll(banned(source.path() + ":" + each.line(), each.text())));
    }
    assertNone(found);
  }

  @Test
  void docsHavePlainWords() throws IOException {
    List<String> found = new ArrayList<>();
    for (DocsPage page : DocsPage.all()) {
      found.addAll(banned(page.name(), prose(page)));
    }
    assertNone(found);
  }

  @Test
  void aJavadocBeginsWithANounOrAVerb() {
    assertNone(
        places(
            SourceText::javadocs,
            each ->
                RELATIVE_START.matcher(each.text()).matches()
                    ? "begin with its subject or a verb: " + each.text()
                    : null));
  }

  @Test
  void aSentenceOfAMessageIsShort() {
    assertNone(
        places(
            SourceText::messages,
            each -> isForPrograms(each) ? null : tooLong(each.text(), WORDS_OF_A_MESSAGE)));
  }

  @Test
  void aSentenceOfThePagesIsShort() throws IOException {
    List<String> found = new ArrayList<>();
    for (DocsPage page : DocsPage.all()) {
      for (String block : prose(page).split("\\n\\s*\\n|\\n(?=\\s*([-*]|\\d+\\.) )|\\|")) {
        String sentence = tooLong(block, WORDS_OF_A_SENTENCE);
        if (sentence != null) {
          found.add(page.name() + ": " + sentence);
        }
      }
    }
    assertNone(found);
  }

  @Test
  void noTypeIsNamedByAParticiple() {
    List<String> found = new ArrayList<>();
    types(source -> true)
        .forEach(
            (name, paths) -> {
              String last = name.replaceAll(".*(?=[A-Z])", "");
              if (PARTICIPLE.matcher(last).matches() && !NOUNS.contains(last)) {
                found.add("give %s a noun for a name: %s".formatted(name, paths));
              }
            });
    assertNone(found);
  }

  @Test
  void aTypeNameOfTheEngineHasOneMeaning() {
    List<String> found = new ArrayList<>();
    types(source -> !source.path().matches("(packs|hono-deploy|dist)/.*"))
        .forEach(
            (name, paths) -> {
              if (paths.size() > 1) {
                found.add("give all but one %s another name: %s".formatted(name, paths));
              }
            });
    assertNone(found);
  }

  /** Whether it is JSON, or one word such as the name of an option. */
  private static boolean isForPrograms(Passage text) {
    return text.text().contains("\\\":") || !text.text().contains(" ");
  }

  private static void assertNone(List<String> found) {
    assertThat(String.join("\n", found)).isEmpty();
  }

  /** The types that other files see, with the files that declare one of that name. */
  private static Map<String, List<String>> types(Function<SourceText, Boolean> chosen) {
    Map<String, List<String>> types = new TreeMap<>();
    for (SourceText source : sources) {
      if (chosen.apply(source)) {
        for (MatchResult type : TYPE.matcher(source.code()).results().toList()) {
          if (!type.group(1).contains("private ")) {
            types.computeIfAbsent(type.group(2), none -> new ArrayList<>()).add(source.path());
          }
        }
      }
    }
    return types;
  }

  private static List<String> places(
      Function<SourceText, List<Passage>> part, Function<Passage, String> mistake) {
    List<String> found = new ArrayList<>();
    for (SourceText source : sources) {
      for (Passage each : part.apply(source)) {
        String what = mistake.apply(each);
        if (what != null) {
          found.add(source.path() + ":" + each.line() + ": " + what);
        }
      }
    }
    return found;
  }

  private static List<String> banned(String place, String text) {
    List<String> found = new ArrayList<>();
    REPLACEMENTS.forEach(
        (words, by) ->
            words
                .matcher(text)
                .results()
                .forEach(
                    word ->
                        found.add(
                            "%s: \"%s\", write %s: ...%s"
                                .formatted(place, word.group(), by, around(text, word)))));
    return found;
  }

  private static String around(String text, MatchResult word) {
    return text.substring(Math.max(0, word.start() - 40), Math.min(text.length(), word.end() + 40))
        .replaceAll("\\s+", " ");
  }

  /** The first sentence that has more words, or null. */
  private static String tooLong(String text, int words) {
    return SENTENCE_END
        .splitAsStream(text)
        .filter(sentence -> WORD.matcher(spoken(sentence)).results().count() > words)
        .map(
            sentence ->
                "at most %d words a sentence: %s"
                    .formatted(words, sentence.replaceAll("\\s+", " ").strip()))
        .findFirst()
        .orElse(null);
  }

  /** A sentence with one word for each piece of code, place to fill in and link. */
  private static String spoken(String sentence) {
    return sentence
        .replaceAll("`[^`]*`", "X")
        .replaceAll("%[-\\d$,.]*[a-z]", "X")
        .replaceAll("\\]\\([^)]*\\)", "]");
  }

  /** A page without its examples. */
  private static String prose(DocsPage page) {
    return page.text()
        .replaceAll("(?s)```.*?```", "")
        .replaceAll("(?s)<!--.*?-->", "")
        .replaceAll("(?m)^(    |\\t).*$", "")
        .replaceAll("(?m)^#+ (.*)$", "\n$1\n")
        .replaceAll("`[^`\\n]*`", "X");
  }
}
