// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a page says in words: its texts of three words or more, one a line. */
public final class PageSentences {
  private static final Pattern CODE = Pattern.compile("(?s)<(script|style)\\b.*?</\\1>");
  private static final Pattern PART_OF_A_SENTENCE =
      Pattern.compile("</?(a|b|code|em|i|span|strong)\\b[^>]*>");
  private static final Pattern ELEMENT = Pattern.compile("(?s)<[^>]*>");
  private static final Pattern WORD = Pattern.compile("\\S*[A-Za-z]\\S*");

  private PageSentences() {}

  public static String of(String html) {
    return all(html).collect(Collectors.joining("\n"));
  }

  /** Those that have a text in them. */
  static String lines(String html, String text) {
    return all(html).filter(each -> each.contains(text)).collect(Collectors.joining("\n"));
  }

  private static Stream<String> all(String html) {
    String text = CODE.matcher(html).replaceAll("\n");
    text = PART_OF_A_SENTENCE.matcher(text).replaceAll("");
    return ELEMENT
        .matcher(text)
        .replaceAll("\n")
        .lines()
        .map(String::strip)
        .filter(each -> WORD.matcher(each).results().count() > 2)
        .distinct();
  }
}
