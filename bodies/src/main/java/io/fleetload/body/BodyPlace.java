// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;

/** The places of placeholders in bodies, by the text around them. */
enum BodyPlace implements Place {
  /** Alone in a string of JSON: the placeholder is the whole value, in quotes if it is a text. */
  JSON_VALUE,
  /** Among other characters in a string of JSON. */
  JSON_TEXT,
  /** In a text that is JSON and is sent as it is written, outside of quotes. */
  WRITTEN_JSON,
  /** In any other text. */
  TEXT;

  @Override
  public byte[] encoded(String value) {
    return utf8(
        switch (this) {
          case JSON_VALUE -> '"' + escaped(value) + '"';
          case JSON_TEXT, WRITTEN_JSON -> escaped(value);
          case TEXT -> value;
        });
  }

  @Override
  public byte[] written(String text) {
    return utf8(this == JSON_TEXT ? escaped(text) : text);
  }

  private static String escaped(String value) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(value));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
