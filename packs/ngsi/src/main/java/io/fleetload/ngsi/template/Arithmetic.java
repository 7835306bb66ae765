// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A placeholder that counts with whole numbers: {@code n % 500 + 1}. Products before sums, as
 * usual.
 */
final class Arithmetic {
  private static final Pattern TOKEN = Pattern.compile("\\s*([A-Za-z]+|[0-9]{1,9}|[-+*/%])\\s*");
  private static final Pattern FORM =
      Pattern.compile("\\s*([A-Za-z]+|[0-9]{1,9})(\\s*[-+*/%]\\s*([A-Za-z]+|[0-9]{1,9}))*\\s*");

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

  private final String expression;
  private final Names names;
  private final List<String> tokens = new ArrayList<>();
  private int next;

  Arithmetic(String expression, Names names) {
    this.expression = expression;
    this.names = names;
    Matcher matcher = TOKEN.matcher(expression);
    while (matcher.find()) {
      tokens.add(matcher.group(1));
    }
  }

  /** Whether a placeholder is names and numbers with signs between. */
  static boolean looksLike(String inside) {
    return inside.chars().anyMatch(each -> "+-*/% ".indexOf(each) >= 0)
        && FORM.matcher(inside).matches();
  }

  Piece piece() throws TemplateException {
    Operand sum = product();
    while (next < tokens.size()) {
      boolean minus = tokens.get(next++).equals("-");
      Operand left = sum;
      Operand right = product();
      sum =
          minus
              ? (values, index) -> left.of(values, index) - right.of(values, index)
              : (values, index) -> left.of(values, index) + right.of(values, index);
    }
    Operand whole = sum;
    return (values, index, text) -> text.append(whole.of(values, index));
  }

  private Operand product() throws TemplateException {
    Operand product = operand(tokens.get(next++));
    while (next < tokens.size() && "*/%".contains(tokens.get(next))) {
      String sign = tokens.get(next++);
      product = product(product, sign, tokens.get(next++));
    }
    return product;
  }

  private Operand product(Operand left, String sign, String token) throws TemplateException {
    if (sign.equals("*")) {
      Operand right = operand(token);
      return (values, index) -> left.of(values, index) * right.of(values, index);
    }
    int right = Character.isDigit(token.charAt(0)) ? Integer.parseInt(token) : 0;
    if (right == 0) {
      throw new TemplateException(
          "{{%s}}: after %s expected a number from 1 on, found %s"
              .formatted(expression, sign, token));
    }
    return sign.equals("/")
        ? (values, index) -> left.of(values, index) / right
        : (values, index) -> Math.floorMod(left.of(values, index), (long) right);
  }

  private Operand operand(String token) throws TemplateException {
    if (Character.isDigit(token.charAt(0))) {
      long number = Long.parseLong(token);
      return (values, index) -> number;
    }
    return names.of(token);
  }
}
