// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;

/**
 * Counts what is in the JSON of an answer while it comes: the items of an array, or one for a
 * single object; and the items of a member {@code errors}. Nothing of it is kept.
 */
final class ResultCount {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String ERRORS = "errors";

  private final JsonParser parser;
  private final ByteArrayFeeder feeder;
  private int depth;
  private boolean array;
  private boolean inErrors;
  private int items;
  private int errors;
  private boolean unreadable;

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
      return;
    }
    if (token == JsonToken.FIELD_NAME) {
      if (depth == 1) {
        inErrors = ERRORS.equals(parser.currentName());
      }
      return;
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

  /** How many results it has. */
  int items() {
    return items;
  }

  /** How many errors it names. */
  int errors() {
    return errors;
  }
}
