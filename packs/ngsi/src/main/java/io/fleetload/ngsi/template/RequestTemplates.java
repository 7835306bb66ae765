// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fleetload.body.Feeders;
import io.fleetload.body.KnownNames;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * The templates of requests: what this pack adds to the language of bodies. Its own names are
 * {@code context}, for the URL of the @context, and the variables that {@code save} keeps.
 */
public final class RequestTemplates {
  /** The placeholder of the @context. */
  public static final String CONTEXT = "context";

  private static final String BEGIN = "{{";
  private static final String MEMBER = "@context";
  private static final JsonFactory JSON = new JsonFactory();

  private RequestTemplates() {}

  /**
   * The names in the templates of a flow.
   *
   * @param saved variables that answers are saved in
   */
  public static KnownNames ofFlow(long seed, String flow, Set<String> saved, Feeders feeders) {
    Set<String> own = new HashSet<>(saved);
    own.add(CONTEXT);
    return KnownNames.ofUsers(seed, flow, own, feeders);
  }

  /** The names in the templates of a set-up step or a subscription, which no user sends. */
  public static KnownNames ofSetUp(long seed, String step, Feeders feeders) {
    return KnownNames.ofRequests(seed, step, Set.of(CONTEXT), feeders);
  }

  /** Tells whether a placeholder has a name already, so that no variable can have it. */
  public static boolean isTaken(String name) {
    return KnownNames.isTaken(name) || name.equals(CONTEXT);
  }

  /**
   * The target of a request. Values of placeholders are percent-encoded. What was written stays as
   * it is, but for characters that cannot be in a request line. A saved value or a column of the
   * data at the very beginning is a URL: its path and query are taken as they are.
   *
   * @throws TemplateException with one line if a placeholder is not known
   */
  public static Template path(String text, KnownNames known) throws TemplateException {
    Template template = Template.text("path", text, RequestPlace.URL, RequestPlace.PATH, known);
    if (text.startsWith(BEGIN)) {
      String placeholder = text.substring(0, text.indexOf("}}") + 2);
      String inside = placeholder.substring(2, placeholder.length() - 2).strip();
      int dot = inside.indexOf('.');
      boolean saved = known.own().contains(inside) && !inside.equals(CONTEXT);
      if (!saved && (dot < 0 || !known.feeders().names().contains(inside.substring(0, dot)))) {
        throw new TemplateException(
            "begins with %s, which is no path; expected / before it".formatted(placeholder));
      }
    }
    return template;
  }

  /**
   * The value of a header.
   *
   * @param name its name
   * @throws TemplateException with one line if a placeholder is not known
   */
  public static Template header(String name, String text, KnownNames known)
      throws TemplateException {
    return Template.text("header." + name, text, RequestPlace.HEADER, known);
  }

  /**
   * The body of a request.
   *
   * @param batch number of entities; null for a body of its own
   * @throws TemplateException with one line if it is no JSON, or a placeholder is not known
   */
  public static Template body(String text, Integer batch, KnownNames known)
      throws TemplateException {
    return Template.batch(text, batch == null ? 0 : batch, known);
  }

  /**
   * The same body of JSON with the @context in each object that is an entity: the body itself, or
   * each of an array of objects. One that has an @context keeps it.
   */
  public static String withContext(String body) {
    StringBuilder with = new StringBuilder(body);
    int added = 0;
    boolean has = false;
    boolean inArray = false;
    int depth = 0;
    try (JsonParser parser = JSON.createParser(body)) {
      for (JsonToken each = parser.nextToken(); each != null; each = parser.nextToken()) {
        inArray |= depth == 0 && each == JsonToken.START_ARRAY;
        depth += each.isStructStart() ? 1 : each.isStructEnd() ? -1 : 0;
        boolean ofEntity = depth == (inArray ? 2 : 1);
        if (ofEntity && each == JsonToken.START_OBJECT) {
          has = false;
        } else if (ofEntity && each == JsonToken.FIELD_NAME) {
          has |= parser.currentName().equals(MEMBER);
        } else if (depth == (inArray ? 1 : 0) && each == JsonToken.END_OBJECT && !has) {
          int at = (int) parser.currentTokenLocation().getCharOffset();
          boolean first = body.substring(0, at).stripTrailing().endsWith("{");
          String member = (first ? "" : ",") + "\"" + MEMBER + "\":\"{{" + CONTEXT + "}}\"";
          with.insert(at + added, member);
          added += member.length();
        }
      }
    } catch (IOException e) {
      // The template says what is wrong with it.
      return body;
    }
    return with.toString();
  }
}
