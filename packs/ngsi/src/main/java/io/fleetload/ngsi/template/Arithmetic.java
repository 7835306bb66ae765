// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.TemplateException;
import io.fleetload.ngsi.template.data.Values;
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
  private static final Pattern SIGNED =
      Pattern.compile("\\G\\s*([A-Za-z]+|[0-9]{1,9})\\s*([-+*/%]|$)");

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
    if (inside.chars().noneMatch(each -> "+-*/% ".indexOf(each) >= 0)) {
      return false;
    }
    // One after the other: an expression of a thousand terms as one pattern is too deep.
    Matcher term = SIGNED.matcher(inside);
    boolean ends = false;
    while (!ends && term.find()) {
      ends = term.group(2).isEmpty();
    }
    return ends;
  }

  Piece piece() throws TemplateException {
    List<Operand> terms = new ArrayList<>();
    List<Integer> signs = new ArrayList<>(List.of(1));
    terms.add(product());
    while (next < tokens.size()) {
      signs.add(tokens.get(next++).equals("-") ? -1 : 1);
      terms.add(product());
    }
    Operand[] all = terms.toArray(Operand[]::new);
    int[] sign = signs.stream().mapToInt(Integer::intValue).toArray();
    return (values, index, text) -> {
      long sum = 0;
      for (int i = 0; i < all.length; i++) {
        sum += sign[i] * all[i].of(values, index);
      }
      text.append(sum);
    };
  }

  private Operand product() throws TemplateException {
    Operand first = operand(tokens.get(next++));
    List<Step> steps = new ArrayList<>();
    while (next < tokens.size() && "*/%".contains(tokens.get(next))) {
      String sign = tokens.get(next++);
      steps.add(step(sign, tokens.get(next++)));
    }
    if (steps.isEmpty()) {
      return first;
    }
    Step[] all = steps.toArray(Step[]::new);
    return (values, index) -> {
      long product = first.of(values, index);
      for (Step each : all) {
        product = each.of(product, values, index);
      }
      return product;
    };
  }

  /** Multiplies or divides what is on its left. */
  @FunctionalInterface
  private interface Step {
    long of(long left, Values values, int index);
  }

  private Step step(String sign, String token) throws TemplateException {
    if (sign.equals("*")) {
      Operand right = operand(token);
      return (left, values, index) -> left * right.of(values, index);
    }
    int right = Character.isDigit(token.charAt(0)) ? Integer.parseInt(token) : 0;
    if (right == 0) {
      throw new TemplateException(
          "{{%s}}: after %s expected a number from 1 on, found %s"
              .formatted(expression, sign, token));
    }
    return sign.equals("/")
        ? (left, values, index) -> left / right
        : (left, values, index) -> Math.floorMod(left, (long) right);
  }

  private Operand operand(String token) throws TemplateException {
    if (Character.isDigit(token.charAt(0))) {
      long number = Long.parseLong(token);
      return (values, index) -> number;
    }
    return names.of(token);
  }
}
