// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads the stamps of a notification's entities as its bytes come, without a tree. Both NGSI-LD
 * (ETSI GS CIM 009, 5.3.1) and NGSI-v2 have the entities in the list {@code data}; an attribute is
 * an object with a value, or with keyValues the value itself.
 */
final class NotifiedStamps {
  private static final JsonFactory JSON = new JsonFactory();

  /** Key of an attribute's former value, which some brokers send too. */
  private static final String BEFORE = "previousValue";

  /** Keys of an attribute's value. */
  private static final Set<String> VALUE = Set.of("value", "object");

  private final String attribute;
  private final Set<String> compared;
  private final Listener listener;
  private Stamp stamp;
  private int index;

  /**
   * Of the notifications of a subscription.
   *
   * @param attribute the attribute that has the stamp
   * @param compared further attributes that are read
   */
  NotifiedStamps(String attribute, Set<String> compared, Listener listener) {
    this.attribute = attribute;
    this.compared = compared;
    this.listener = listener;
  }

  /** Gets each entity. */
  interface Listener {
    /**
     * An entity with a stamp.
     *
     * @param entity its id; empty where it has none
     * @param index its number among the entities of the message, from 0
     * @param values of the attributes that are read: a text, a double or a boolean; null for any
     *     other
     */
    void stamped(Stamp stamp, String entity, int index, Map<String, Object> values);

    /** An entity without a stamp, or a body that is not a notification. */
    void unstamped();
  }

  /** Reads a notification, whatever it holds. */
  void read(byte[] notification) {
    boolean any = false;
    try (JsonParser json = JSON.createParser(notification)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          boolean data = json.currentName().equals("data");
          if (json.nextToken() != JsonToken.START_ARRAY || !data) {
            json.skipChildren();
            continue;
          }
          while (json.nextToken() == JsonToken.START_OBJECT) {
            entity(json);
            any = true;
          }
          json.skipChildren();
        }
      }
    } catch (IOException e) {
      any = false;
    }
    if (!any) {
      listener.unstamped();
    }
  }

  private void entity(JsonParser json) throws IOException {
    stamp = null;
    String id = "";
    Map<String, Object> values = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (stamp == null && isNamed(name)) {
        findStamp(json);
      } else if (value == JsonToken.VALUE_STRING && name.equals("id")) {
        id = json.getText();
      } else if (compared.contains(local(name))) {
        values.put(local(name), value(json));
      } else {
        json.skipChildren();
      }
    }
    if (stamp == null) {
      listener.unstamped();
    } else {
      listener.stamped(stamp, id, index, values);
    }
  }

  /** A broker that does not know the name in the subscription's @context sends the whole IRI. */
  private boolean isNamed(String name) {
    int before = name.length() - attribute.length() - 1;
    return name.endsWith(attribute) && (before < 0 || "/#:".indexOf(name.charAt(before)) >= 0);
  }

  /** The last part of a name that a broker sends as a whole IRI. */
  private static String local(String name) {
    int before =
        Math.max(name.lastIndexOf('/'), Math.max(name.lastIndexOf('#'), name.lastIndexOf(':')));
    return name.substring(before + 1);
  }

  /** Value of an attribute; reads it to its end. */
  private static Object value(JsonParser json) throws IOException {
    Object found = scalar(json);
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return found;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean its = VALUE.contains(json.currentName());
      json.nextToken();
      if (its) {
        found = scalar(json);
      }
      json.skipChildren();
    }
    return found;
  }

  private static Object scalar(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> (Object) json.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> (Object) json.getBooleanValue();
      default -> null;
    };
  }

  /** Takes the first stamp in an attribute, and reads the attribute to its end. */
  private void findStamp(JsonParser json) throws IOException {
    int depth = 0;
    JsonToken token = json.currentToken();
    do {
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING
          && stamp == null
          && !BEFORE.equals(json.currentName())) {
        take(json.getText());
      }
      token = depth == 0 ? null : json.nextToken();
    } while (token != null);
  }

  /** The text is the stamp; in a batch followed by a dot and the entity's number in it. */
  private void take(String text) {
    int dot = text.lastIndexOf('.');
    String before = dot < 0 ? text : text.substring(0, dot);
    index = dot < 0 ? 0 : number(text.substring(dot + 1));
    stamp = index < 0 ? null : Stamp.find(before.getBytes(StandardCharsets.US_ASCII)).orElse(null);
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
