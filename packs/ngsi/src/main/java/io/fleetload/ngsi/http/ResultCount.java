// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Counts what is in the JSON of an answer while it comes: the items of an array, or one for a
 * single object; and the items of a member {@code errors}. Of the items their ids and types are
 * compared with those that were asked for, and kept, up to a bound.
 */
final class ResultCount {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String ERRORS = "errors";

  /** Far above any page. */
  private static final int MOST_IDS = 10_000;

  private static final int LONGEST_ID = 1_000;

  private final EntitySelection selection;
  private final JsonParser parser;
  private final ByteArrayFeeder feeder;
  private int depth;
  private boolean array;
  private boolean inErrors;
  private boolean inType;
  private int items;
  private int errors;
  private boolean unreadable;
  private final Set<String> ids = new HashSet<>();
  private String id;
  private String type = "";
  private boolean ofType;
  private boolean repeated;
  private boolean otherEntity;
  private boolean otherType;

  /**
   * Of an answer.
   *
   * @param selection what it may have
   */
  ResultCount(EntitySelection selection) {
    this.selection = selection;
    try {
      parser = JSON.createNonBlockingByteArrayParser();
    } catch (IOException e) {
      throw new IllegalStateException("a parser without input reads nothing", e);
    }
    feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
  }

  /** Takes the next part of the answer. */
  void take(byte[] bytes) {
    if (unreadable) {
      return;
    }
    try {
      feeder.feedInput(bytes, 0, bytes.length);
      read();
    } catch (IOException e) {
      unreadable = true;
    }
  }

  /**
   * The answer is over.
   *
   * @return whether it was JSON, or empty
   */
  boolean end() {
    if (!unreadable) {
      feeder.endOfInput();
      try {
        read();
        parser.close();
      } catch (IOException e) {
        unreadable = true;
      }
    }
    return !unreadable;
  }

  private void read() throws IOException {
    JsonToken token = parser.nextToken();
    while (token != null && token != JsonToken.NOT_AVAILABLE) {
      count(token);
      token = parser.nextToken();
    }
  }

  private void count(JsonToken token) throws IOException {
    if (token.isStructEnd()) {
      depth--;
      inErrors &= depth > 1;
      inType &= depth > inItem();
      if (depth == inItem() - 1) {
        endOfItem();
      }
      return;
    }
    if (token == JsonToken.FIELD_NAME) {
      if (depth == 1) {
        inErrors = ERRORS.equals(parser.currentName());
      }
      return;
    }
    String name = parser.currentName();
    if (token == JsonToken.VALUE_STRING) {
      if (depth == inItem() && "id".equals(name)) {
        id = parser.getText();
      } else if (inType || (depth == inItem() && "type".equals(name))) {
        type = parser.getText();
        ofType |= selection.isOf(type);
      } else if (depth == 1 && array) {
        // One of the ids that a batch made.
        otherEntity |= !selection.has(parser.getText());
      }
    }
    inType |= token == JsonToken.START_ARRAY && depth == inItem() && "type".equals(name);
    if (depth == 0) {
      array = token == JsonToken.START_ARRAY;
      items = token == JsonToken.START_OBJECT ? 1 : 0;
    } else if (depth == 1 && array) {
      items++;
    } else if (depth == 2 && inErrors) {
      errors++;
    }
    if (token.isStructStart()) {
      depth++;
    }
  }

  private int inItem() {
    return array ? 2 : 1;
  }

  /** Entities of two types may have the same id. */
  private void endOfItem() {
    otherEntity |= id != null && !selection.has(id);
    otherType |= !type.isEmpty() && !ofType;
    if (id != null && id.length() + type.length() < LONGEST_ID && ids.size() < MOST_IDS) {
      repeated |= !ids.add(id + " " + type);
    }
    id = null;
    type = "";
    ofType = false;
  }

  /** Returns whether it has an entity with an id that was not asked for. */
  boolean hasOtherEntity() {
    return otherEntity;
  }

  /** Returns whether it has an entity of a type that was not asked for. */
  boolean hasOtherType() {
    return otherType;
  }

  /** Returns whether a result comes twice. */
  boolean hasRepeated() {
    return repeated;
  }

  /** Number of its results. */
  int items() {
    return items;
  }

  /** Number of errors that it names. */
  int errors() {
    return errors;
  }
}
