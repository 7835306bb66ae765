// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A placeholder that counts with whole numbers: {@code n % 500 + 1}. Products before sums, as
 * usual.
 */
final class Arithmetic {
  private static final Pattern TERM =
      Pattern.compile("\\G\\s*([A-Za-z]+|[0-9]{1,9})\\s*([-+*/%]|$)");
  private static final int MOST_DIGITS = 20;

  /** A number of a message. */
  @FunctionalInterface
  interface Operand {
    long of(Values values, int index);
  }

  /** Finds numbers by their names. */
  @FunctionalInterface
  interface Names {
    Operand of(String name) throws TemplateException;
  }

  private final Operand[] operands;

  /** The sign after each operand; after the last, a plus. */
  private final char[] signs;

  private Arithmetic(Operand[] operands, char[] signs) {
    this.operands = operands;
    this.signs = signs;
  }

  /** Tells whether a placeholder is names and numbers with signs between. */
  static boolean looksLike(String inside) {
    return inside.chars().anyMatch(each -> "+-*/% ".indexOf(each) >= 0) && terms(inside) > 0;
  }

  /** The number of terms; 0 if the text is no expression. */
  private static int terms(String expression) {
    // One after the other: an expression of a thousand terms as one pattern is too deep.
    Matcher term = TERM.matcher(expression);
    int terms = 0;
    while (term.find()) {
      terms++;
      if (term.group(2).isEmpty()) {
        return terms;
      }
    }
    return 0;
  }

  /**
   * The piece of an expression that {@link #looksLike} one.
   *
   * @throws TemplateException if a name is not known, or a number is divided by no number
   */
  static Piece piece(String expression, Names names) throws TemplateException {
    Operand[] operands = new Operand[terms(expression)];
    char[] signs = new char[operands.length];
    Matcher term = TERM.matcher(expression);
    char before = '+';
    for (int i = 0; term.find(); i++) {
      operands[i] = operand(expression, before, term.group(1), names);
      before = term.group(2).isEmpty() ? '+' : term.group(2).charAt(0);
      signs[i] = before;
    }
    Arithmetic counted = new Arithmetic(operands, signs);
    return Piece.of(
        MOST_DIGITS, (values, index, text) -> text.append(counted.result(values, index)));
  }

  private static Operand operand(String expression, char before, String token, Names names)
      throws TemplateException {
    boolean number = Character.isDigit(token.charAt(0));
    long value = number ? Long.parseLong(token) : 0;
    if (value == 0 && (before == '/' || before == '%')) {
      throw new TemplateException(
          "{{%s}}: after %s expected a number from 1 on, found %s"
              .formatted(expression, before, token));
    }
    return number ? (values, index) -> value : names.of(token);
  }

  private long result(Values values, int index) {
    long sum = 0;
    long sign = 1;
    long product = operands[0].of(values, index);
    for (int i = 1; i < operands.length; i++) {
      long right = operands[i].of(values, index);
      switch (signs[i - 1]) {
        case '*' -> product *= right;
        case '/' -> product /= right;
        case '%' -> product = Math.floorMod(product, right);
        default -> {
          sum += sign * product;
          sign = signs[i - 1] == '-' ? -1 : 1;
          product = right;
        }
      }
    }
    return sum + sign * product;
  }
}
