// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the stamps of a notification's entities as its bytes come, without a tree. Both NGSI-LD
 * (ETSI GS CIM 009, 5.3.1) and NGSI-v2 have the entities in the list {@code data}; an attribute is
 * an object with a value, or with keyValues the value itself.
 */
final class NotifiedStamps {
  private static final JsonFactory JSON = new JsonFactory();

  /** What an attribute was before, where a broker tells that too. */
  private static final String BEFORE = "previousValue";

  private final String attribute;
  private final Listener listener;

  /**
   * Of the notifications of a subscription.
   *
   * @param attribute the attribute that has the stamp
   */
  NotifiedStamps(String attribute, Listener listener) {
    this.attribute = attribute;
    this.listener = listener;
  }

  /** Told of each entity. */
  interface Listener {
    /**
     * An entity with a stamp.
     *
     * @param index its number among the entities of the message, from 0
     */
    void stamped(Stamp stamp, int index);

    /** An entity without one, or a whole notification that is none. */
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
    boolean found = false;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean stamp = !found && isNamed(json.currentName());
      json.nextToken();
      if (stamp) {
        found = stamp(json);
      } else {
        json.skipChildren();
      }
    }
    if (!found) {
      listener.unstamped();
    }
  }

  /** A broker that does not know the name in the subscription's @context sends the whole IRI. */
  private boolean isNamed(String name) {
    int before = name.length() - attribute.length() - 1;
    return name.endsWith(attribute) && (before < 0 || "/#:".indexOf(name.charAt(before)) >= 0);
  }

  /** Takes the first stamp in an attribute, and reads the attribute to its end. */
  private boolean stamp(JsonParser json) throws IOException {
    boolean found = false;
    int depth = 0;
    while (true) {
      JsonToken token = json.currentToken();
      if (token == null) {
        return found;
      }
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING && !found && !BEFORE.equals(json.currentName())) {
        found = take(json.getText());
      }
      if (depth == 0) {
        return found;
      }
      json.nextToken();
    }
  }

  /** The text is the stamp; in a batch followed by a dot and the entity's number in it. */
  private boolean take(String text) {
    int dot = text.lastIndexOf('.');
    String stamp = dot < 0 ? text : text.substring(0, dot);
    int index = dot < 0 ? 0 : index(text.substring(dot + 1));
    Stamp found = Stamp.find(stamp.getBytes(StandardCharsets.US_ASCII)).orElse(null);
    if (found == null || index < 0) {
      return false;
    }
    listener.stamped(found, index);
    return true;
  }

  private static int index(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
