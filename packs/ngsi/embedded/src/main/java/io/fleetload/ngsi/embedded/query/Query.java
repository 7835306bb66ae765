// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The language of {@code q} in NGSI-LD; that of NGSI-v2 is {@link StringFilter}. It has comparisons
 * of an attribute with a value or with one of a list, an attribute alone (it exists), {@code ;} and
 * {@code &} for and, {@code |} for or, parentheses, and a path of members behind the attribute as
 * {@code [a.b]}. A value is a number, true, false, text in quotes, or any other text, such as an
 * IRI. Ranges, dates as dates and distances are not known. An attribute with several instances
 * passes if one of them does.
 */
public final class Query {
  private static final String ENDS_OF_NAME = "=!<>~;&|()[";
  private static final String ENDS_OF_VALUE = ",;&|()";

  private final String text;
  private final UnaryOperator<String> iri;
  private int at;

  private Query(String text, UnaryOperator<String> iri) {
    this.text = text;
    this.iri = iri;
  }

  /** The text is no query. */
  public static final class QueryError extends Exception {
    private static final long serialVersionUID = 1;

    QueryError(String why) {
      super(why);
    }

    QueryError(String text, String expected, int at) {
      super("q '%s': expected %s at character %d".formatted(text, expected, at + 1));
    }
  }

  /**
   * Reads the condition of a text.
   *
   * @param iri makes the name of an attribute an IRI
   * @throws QueryError saying what was expected, and where
   */
  public static Predicate<Entity> read(String text, UnaryOperator<String> iri) throws QueryError {
    Query query = new Query(text, iri);
    Predicate<Entity> whole = query.either();
    if (query.at < text.length()) {
      throw query.expected("'|', ';' or the end");
    }
    return whole;
  }

  private Predicate<Entity> either() throws QueryError {
    Predicate<Entity> one = all();
    while (accept('|')) {
      one = one.or(all());
    }
    return one;
  }

  private Predicate<Entity> all() throws QueryError {
    Predicate<Entity> all = term();
    while (accept(';') || accept('&')) {
      all = all.and(term());
    }
    return all;
  }

  private Predicate<Entity> term() throws QueryError {
    if (accept('(')) {
      Predicate<Entity> inner = either();
      if (!accept(')')) {
        throw expected("')'");
      }
      return inner;
    }
    return comparison();
  }

  private Predicate<Entity> comparison() throws QueryError {
    String name = iri.apply(until(ENDS_OF_NAME, "the name of an attribute"));
    List<String> path = path();
    for (Operator each : Operator.values()) {
      if (text.startsWith(each.sign, at)) {
        at += each.sign.length();
        List<Operand> operands = operands();
        return entity -> compares(entity, name, path, each, operands);
      }
    }
    return entity -> !entity.attribute(name).isEmpty();
  }

  private List<String> path() throws QueryError {
    if (!accept('[')) {
      return List.of();
    }
    String members = until("]", "the name of a member");
    if (!accept(']')) {
      throw expected("']'");
    }
    return List.of(members.split("\\."));
  }

  private static boolean compares(
      Entity entity, String name, List<String> path, Operator operator, List<Operand> operands) {
    for (Instance each : entity.attribute(name)) {
      JsonNode value = each.value();
      for (String member : path) {
        value = value.path(member);
      }
      if (operator.holds(value, operands)) {
        return true;
      }
    }
    return false;
  }

  private List<Operand> operands() throws QueryError {
    List<Operand> operands = new ArrayList<>();
    do {
      operands.add(operand());
    } while (accept(','));
    return operands;
  }

  private Operand operand() throws QueryError {
    for (char quote : new char[] {'"', '\''}) {
      if (accept(quote)) {
        int end = text.indexOf(quote, at);
        if (end < 0) {
          throw expected("the closing " + quote);
        }
        String quoted = text.substring(at, end);
        at = end + 1;
        return new Operand(quoted, true);
      }
    }
    return new Operand(until(ENDS_OF_VALUE, "a value"), false);
  }

  private String until(String ends, String what) throws QueryError {
    int from = at;
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String found = text.substring(from, at).strip();
    if (found.isEmpty()) {
      throw expected(what);
    }
    return found;
  }

  private boolean accept(char wanted) {
    boolean there = at < text.length() && text.charAt(at) == wanted;
    at += there ? 1 : 0;
    return there;
  }

  private QueryError expected(String what) {
    return new QueryError(text, what, at);
  }
}
