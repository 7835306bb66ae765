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
 * kept, up to a bound.
 */
final class ResultCount {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String ERRORS = "errors";

  /** Far above any page. */
  private static final int MOST_IDS = 10_000;

  private static final int LONGEST_ID = 1_000;

  private final JsonParser parser;
  private final ByteArrayFeeder feeder;
  private int depth;
  private boolean array;
  private boolean inErrors;
  private int items;
  private int errors;
  private boolean unreadable;
  private final Set<String> ids = new HashSet<>();
  private String id;
  private String type = "";
  private boolean repeated;

  ResultCount() {
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
      if (depth == 1 && array) {
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
    if (token == JsonToken.VALUE_STRING && depth == 2 && array) {
      if ("id".equals(parser.currentName())) {
        id = parser.getText();
      } else if ("type".equals(parser.currentName())) {
        type = parser.getText();
      }
    }
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

  /** Entities of two types may have the same id. */
  private void endOfItem() {
    if (id != null && id.length() + type.length() < LONGEST_ID && ids.size() < MOST_IDS) {
      repeated |= !ids.add(id + " " + type);
    }
    id = null;
    type = "";
  }

  /** Whether a result comes twice. */
  boolean hasRepeated() {
    return repeated;
  }

  /** How many results it has. */
  int items() {
    return items;
  }

  /** How many errors it names. */
  int errors() {
    return errors;
  }
}
