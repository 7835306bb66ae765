// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.fleetload.ngsi.template.data.JsonFault;
import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.Place;
import io.fleetload.ngsi.template.data.TemplateException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Reads a body of JSON into pieces; blanks between its tokens are left out. */
final class BodyReader {
  /** What an array begins with in which the rest is repeated. */
  static final String REPEAT = "{{repeat}}";

  private static final String CONTEXT = "@context";
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Placeholders placeholders;
  private final int times;
  private final Deque<Level> levels = new ArrayDeque<>();
  private Pieces pieces = new Pieces();
  private boolean repeats;
  private Piece one;

  /** An object or an array that is being read. */
  private static final class Level {
    private final boolean array;
    private int values;
    private boolean named;
    private boolean hasContext;
    private Pieces around;

    private Level(boolean array) {
      this.array = array;
    }
  }

  /**
   * A reader of one body.
   *
   * @param times of a batch, how often it is repeated; 0 for no batch
   */
  BodyReader(Placeholders placeholders, int times) {
    this.placeholders = placeholders;
    this.times = times;
  }

  Piece read(String text) throws TemplateException {
    Optional<String> placeholder = BodyFault.of(text);
    if (placeholder.isPresent()) {
      throw new TemplateException(placeholder.get());
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
      throw new TemplateException("is no JSON: " + JsonFault.of(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Piece whole = pieces.sequence();
    if (!repeats) {
      one = whole;
    }
    return times == 0 || repeats
        ? whole
        : new Pieces().add('[').add(new Pieces.Repeated(whole, times)).add(']').sequence();
  }

  /** What is repeated of what was read; the whole where nothing is. */
  Piece one() {
    return one;
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
      case END_OBJECT -> endOfObject(levels.pop());
      case END_ARRAY -> endOfArray(levels.pop());
      case FIELD_NAME -> {
        comma();
        name(parser.currentName());
      }
      case VALUE_STRING -> string(parser.getText());
      default -> {
        comma();
        pieces.add(parser.getText().getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  /** Before an item of an array, or the name of a member; its value needs none. */
  private void comma() {
    Level level = levels.peek();
    if (level == null) {
      return;
    }
    if (!level.array && level.named) {
      level.named = false;
      return;
    }
    if (level.values++ > 0) {
      pieces.add(',');
    }
  }

  private void name(String name) throws TemplateException {
    Level level = levels.element();
    level.named = true;
    level.hasContext |= name.equals(CONTEXT);
    pieces.add('"');
    placeholders.text(name, Place.JSON_TEXT, pieces);
    pieces.add('"').add(':');
  }

  private void string(String text) throws TemplateException {
    if (text.equals(REPEAT)) {
      repeat();
      return;
    }
    comma();
    if (Placeholders.isOne(text)) {
      pieces.add(placeholders.one(text, Place.JSON_VALUE));
      return;
    }
    pieces.add('"');
    placeholders.text(text, Place.JSON_TEXT, pieces);
    pieces.add('"');
  }

  private void repeat() throws TemplateException {
    Level level = levels.peek();
    if (times == 0 || repeats || level == null || !level.array || level.values > 0) {
      throw new TemplateException(
          "\"%s\" is the first item of one array, in a body with batch".formatted(REPEAT));
    }
    repeats = true;
    level.around = pieces;
    pieces = new Pieces();
  }

  private void endOfObject(Level object) {
    boolean entity = levels.isEmpty() || (levels.size() == 1 && levels.element().array);
    if (entity && !object.hasContext) {
      pieces.add(new Pieces.EndOfObject(object.values == 0));
    }
    pieces.add('}');
  }

  private void endOfArray(Level array) throws TemplateException {
    if (array.around != null) {
      if (array.values == 0) {
        throw new TemplateException("nothing follows \"%s\" in its array".formatted(REPEAT));
      }
      one = pieces.sequence();
      pieces = array.around.add(new Pieces.Repeated(one, times));
    }
    pieces.add(']');
  }
}
