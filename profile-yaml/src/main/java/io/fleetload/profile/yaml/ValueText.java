// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a user, as a message shows it. */
public final class ValueText {
  /** Most characters of a value that a message repeats; this class alone counts them. */
  private static final int LONGEST_VALUE = 200;

  private static final String MORE = "...";
  private static final Pattern LONG_WORD =
      Pattern.compile("([^\\s\"]{%s})[^\\s\"]+".formatted(LONGEST_VALUE));

  private ValueText() {}

  /** A value in one line, as {@link #of(String, int)} writes it. */
  static String value(String text) {
    return of(text, LONGEST_VALUE);
  }

  /**
   * A text in one line, whatever is in it: control characters, and those that turn the direction of
   * the text round, are written as their numbers. A message does not know how long the values are
   * that it repeats, in quotes or as a word: of a long one the beginning is shown.
   *
   * @param most characters; of a longer text the beginning is shown
   */
  public static String of(String text, int most) {
    StringBuilder shown = new StringBuilder();
    cut(shortValues(text), most).codePoints().forEach(each -> append(shown, each));
    return shown.toString();
  }

  private static String shortValues(String text) {
    String[] parts = text.split("\"", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean quoted = i % 2 == 1 && i < parts.length - 1;
      parts[i] = LONG_WORD.matcher(parts[i]).replaceAll("$1" + Matcher.quoteReplacement(MORE));
      parts[i] = quoted ? cut(parts[i], LONGEST_VALUE) : parts[i];
    }
    return String.join("\"", parts);
  }

  private static String cut(String text, int most) {
    int length = text.codePointCount(0, text.length());
    boolean isCut = text.endsWith(MORE) && length <= most + MORE.length();
    return length <= most || isCut
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + MORE;
  }

  private static void append(StringBuilder shown, int each) {
    int type = Character.getType(each);
    if (type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR) {
      shown.append("\\u%04X".formatted(each));
    } else {
      shown.appendCodePoint(each);
    }
  }
}
