// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.fleetload.body.data.FaultText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Reads a body of JSON into pieces; blanks between its tokens are left out. */
final class JsonBody {
  /** The beginning of an array in which the rest is repeated. */
  static final String REPEAT = "{{repeat}}";

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Placeholders placeholders;
  private final int times;
  private final Deque<Level> levels = new ArrayDeque<>();
  private Pieces pieces = new Pieces();
  private boolean repeats;
  private Piece item;

  /** An object or an array that is being read. */
  private static final class Level {
    private final boolean array;
    private int values;
    private boolean named;

    /** The pieces before the items that are repeated; null in any other array. */
    private Pieces before;

    private Level(boolean array) {
      this.array = array;
    }
  }

  /**
   * A reader of one body.
   *
   * @param times number of items in the batch; 0 for no batch
   */
  JsonBody(Placeholders placeholders, int times) {
    this.placeholders = placeholders;
    this.times = times;
  }

  Piece read(String text) throws TemplateException {
    Optional<String> fault = QuoteFault.of(text);
    if (fault.isPresent()) {
      throw new TemplateException(fault.get());
    }
    try (JsonParser parser = JSON.createParser(text)) {
      boolean any = false;
      while (parser.nextToken() != null) {
        if (levels.isEmpty() && any) {
          throw new TemplateException("expected one value of JSON, found more after its end");
        }
        any = true;
        take(parser);
      }
      if (!any) {
        throw new TemplateException("expected JSON, found nothing; leave the body out");
      }
    } catch (JsonProcessingException e) {
      throw new TemplateException("is no JSON: " + FaultText.of(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Piece whole = pieces.sequence();
    if (repeats) {
      return whole;
    }
    item = whole;
    return times == 0
        ? whole
        : new Pieces().add('[').add(whole.repeated(times)).add(']').sequence();
  }

  /** The part of the body that is repeated; the whole if no part is. */
  Piece item() {
    return item;
  }

  private void take(JsonParser parser) throws IOException, TemplateException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case START_OBJECT, START_ARRAY -> {
        comma();
        boolean array = token == JsonToken.START_ARRAY;
        pieces.add(array ? '[' : '{');
        levels.push(new Level(array));
      }
      case END_OBJECT -> {
        levels.pop();
        pieces.add('}');
      }
      case END_ARRAY -> endOfArray(levels.pop());
      case FIELD_NAME -> {
        comma();
        levels.element().named = true;
        quoted(parser.currentName());
        pieces.add(':');
      }
      case VALUE_STRING -> string(parser.getText());
      default -> {
        comma();
        pieces.add(parser.getText().getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  /** Adds one before an item of an array or the name of a member, but for the first. */
  private void comma() {
    Level level = levels.peek();
    if (level != null && level.named) {
      level.named = false;
    } else if (level != null && level.values++ > 0) {
      pieces.add(',');
    }
  }

  private void quoted(String text) throws TemplateException {
    pieces.add('"');
    placeholders.text(text, BodyPlace.JSON_TEXT, BodyPlace.JSON_TEXT, pieces);
    pieces.add('"');
  }

  private void string(String text) throws TemplateException {
    if (text.equals(REPEAT)) {
      repeat();
      return;
    }
    comma();
    if (Placeholders.isOne(text)) {
      pieces.add(placeholders.one(text, BodyPlace.JSON_VALUE));
    } else {
      quoted(text);
    }
  }

  private void repeat() throws TemplateException {
    Level level = levels.peek();
    if (times == 0 || repeats || level == null || !level.array || level.values > 0) {
      throw new TemplateException(
          "\"%s\" is the first item of one array, in a body with batch".formatted(REPEAT));
    }
    repeats = true;
    level.before = pieces;
    pieces = new Pieces();
  }

  private void endOfArray(Level array) throws TemplateException {
    if (array.before != null) {
      if (array.values == 0) {
        throw new TemplateException("nothing follows \"%s\" in its array".formatted(REPEAT));
      }
      item = pieces.sequence();
      pieces = array.before.add(item.repeated(times));
    }
    pieces.add(']');
  }
}
