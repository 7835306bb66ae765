// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

/** What a user wrote, as a message shows it. */
public final class Shown {
  private Shown() {}

  /**
   * A text in one line, whatever is in it: control characters, and those that turn the direction of
   * the text round, are written as their numbers.
   *
   * @param most characters; of a longer one the beginning is shown
   */
  public static String of(String text, int most) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(most).forEach(each -> append(shown, each));
    if (text.codePointCount(0, text.length()) > most) {
      shown.append("...");
    }
    return shown.toString();
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
