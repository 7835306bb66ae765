// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.Map;

/** Reads objects of JSON as rows, token by token: a tree of all takes ten times the file. */
final class JsonRows {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final DataFile file;

  JsonRows(DataFile file) {
    this.file = file;
  }

  /**
   * Reads all rows of a text.
   *
   * @param lines whether the objects are one after the other; if not, they are those of an array
   */
  void read(Reader text, boolean lines) throws IOException, DataException {
    try (JsonParser parser = JSON.createParser(text)) {
      if (!lines && parser.nextToken() != JsonToken.START_ARRAY) {
        throw new DataException("expected an array of objects");
      }
      JsonToken end = lines ? null : JsonToken.END_ARRAY;
      while (parser.nextToken() != end) {
        row(parser);
      }
      if (!lines && parser.nextToken() != null) {
        throw new DataException("has more after the end of the array");
      }
    }
  }

  private void row(JsonParser parser) throws IOException, DataException {
    boolean first = file.rows() == 0;
    file.begin();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new DataException("write an object with members in row %s".formatted(file.rows()));
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      Column column = first ? new Column(true) : file.columns().get(name);
      if (column == null) {
        throw new DataException(
            "row %s has %s, which the first row has not".formatted(file.rows(), name));
      }
      if (first) {
        file.columns().put(name, column);
      }
      boolean text = parser.nextToken() == JsonToken.VALUE_STRING;
      column.add(text ? parser.getText() : value(parser), !text);
    }
    if (file.columns().isEmpty()) {
      throw new DataException("write an object with members in row 1");
    }
    for (Map.Entry<String, Column> each : file.columns().entrySet()) {
      if (each.getValue().rows() < file.rows()) {
        throw new DataException(
            "row %s has no %s, which the first row has".formatted(file.rows(), each.getKey()));
      }
    }
  }

  /** A value without blanks between its tokens; each number has the digits of the file. */
  private static String value(JsonParser parser) throws IOException {
    if (parser.currentToken().isScalarValue()) {
      return parser.getText();
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      int open = 0;
      do {
        open += copy(parser, generator);
      } while (open > 0 && parser.nextToken() != null);
    }
    return text.toString();
  }

  /** Copies a token; returns by how much the number of open brackets has grown. */
  private static int copy(JsonParser parser, JsonGenerator generator) throws IOException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> generator.writeNumber(parser.getText());
      default -> generator.copyCurrentEvent(parser);
    }
    return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
  }
}
