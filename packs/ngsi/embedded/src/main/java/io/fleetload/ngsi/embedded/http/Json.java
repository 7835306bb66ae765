// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Optional;

/** JSON as bytes and as trees. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The node for a member that a tree does not have. */
  public static JsonNode missing() {
    return MissingNode.getInstance();
  }

  /** Empty if the bytes are no JSON document. */
  public static Optional<JsonNode> read(byte[] json) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      return tree.isMissingNode() ? Optional.empty() : Optional.of(tree);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public static byte[] bytes(JsonNode tree) {
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory can be written", e);
    }
  }

  /** Appends a JSON string, in quotes and escaped. */
  public static Buffer quoted(String text, Buffer out) {
    return out.appendByte((byte) '"')
        .appendBytes(JsonStringEncoder.getInstance().quoteAsUTF8(text))
        .appendByte((byte) '"');
  }
}
