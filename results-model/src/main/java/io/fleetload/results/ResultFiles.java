package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Reads and writes result files. A file is written beside its place and moved there, so a reader or
 * a kill in the middle of a write never meets half a file.
 */
public final class ResultFiles {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .addModule(measurements())
          .build();

  private ResultFiles() {}

  /**
   * Writes a value as JSON, whole or not at all.
   *
   * @throws IOException if the directory cannot be written
   */
  public static void write(Path file, Object value) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(fresh, JSON.writeValueAsString(value) + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a value.
   *
   * @throws IOException with one line when the file is missing, cut off or of another kind
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return JSON.readValue(Files.readString(file), type);
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": no " + type.getSimpleName() + ": " + e.getOriginalMessage());
    }
  }

  /** A value as the tree that its JSON has. */
  static JsonNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  private static SimpleModule measurements() {
    SimpleModule module = new SimpleModule("measurements");
    module.addSerializer(
        LatencyHistogram.class,
        new JsonSerializer<>() {
          @Override
          public void serialize(
              LatencyHistogram value, JsonGenerator out, SerializerProvider provider)
              throws IOException {
            out.writeStartObject();
            out.writeStringField("unit", "ns");
            out.writeNumberField("belowZero", value.belowZero());
            out.writeNumberField("aboveHighest", value.aboveHighest());
            out.writeStringField("hdr", value.encoded());
            out.writeEndObject();
          }
        });
    module.addDeserializer(
        LatencyHistogram.class,
        new JsonDeserializer<>() {
          @Override
          public LatencyHistogram deserialize(JsonParser in, DeserializationContext context)
              throws IOException {
            JsonNode node = in.readValueAsTree();
            return LatencyHistogram.decoded(
                node.path("hdr").asText(),
                node.path("belowZero").asLong(),
                node.path("aboveHighest").asLong());
          }
        });
    module.addSerializer(
        MessageSet.class,
        new JsonSerializer<>() {
          @Override
          public void serialize(MessageSet value, JsonGenerator out, SerializerProvider provider)
              throws IOException {
            out.writeString(value.encoded());
          }
        });
    module.addDeserializer(
        MessageSet.class,
        new JsonDeserializer<>() {
          @Override
          public MessageSet deserialize(JsonParser in, DeserializationContext context)
              throws IOException {
            return MessageSet.decoded(in.getText());
          }
        });
    return module;
  }
}
