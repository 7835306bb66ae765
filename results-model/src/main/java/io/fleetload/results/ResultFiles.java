package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
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
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Reads and writes result files. A file is written beside its place and moved there, so a reader or
 * a kill in the middle of a write never meets half a file.
 */
public final class ResultFiles {
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  // The books are our own, and a set of 120 million numbers is over the usual
                  // bound.
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                  .build())
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
   * @throws IOException with one line if the directory cannot be written
   */
  public static void write(Path file, Object value) throws IOException {
    writeText(file, JSON.writeValueAsString(value) + "\n");
  }

  /**
   * Writes a text, whole or not at all.
   *
   * @throws IOException with one line if the directory cannot be written
   */
  public static void writeText(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw new IOException(file + ": cannot be written" + because(e), e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws IOException with one line when the file is missing, cut off or of another kind
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return read(file, type, type.getSimpleName());
  }

  /**
   * Reads a result as a tree, so that one of an older version, which lacks figures, is read too.
   *
   * @throws IOException with one line when the file is missing, cut off, of another kind or of a
   *     newer version than this one
   */
  public static JsonNode readResult(Path file) throws IOException {
    JsonNode result = read(file, JsonNode.class, Result.class.getSimpleName());
    if (!result.path("version").isIntegralNumber() || !result.path("flows").isObject()) {
      throw new IOException(file + ": no Result: it has no version or no flows");
    }
    if (result.path("version").longValue() > Result.VERSION) {
      throw new IOException(
          "%s: format version %d is newer than this tool, which reads up to %d; use the loadtest that wrote it"
              .formatted(file, result.path("version").longValue(), Result.VERSION));
    }
    return result;
  }

  private static <T> T read(Path file, Class<T> type, String kind) throws IOException {
    try {
      T value = JSON.readValue(Files.readString(file), type);
      if (value == null) {
        throw new IOException(file + ": no " + kind + ": holds nothing");
      }
      return value;
    } catch (JsonProcessingException e) {
      String why = e.getOriginalMessage().lines().findFirst().orElse("");
      throw new IOException(file + ": no " + kind + ": " + why, e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": no " + kind + ": is no UTF-8 text", e);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (FileSystemException e) {
      throw new IOException(file + ": cannot be read" + because(e), e);
    }
  }

  /** A {@link FileSystemException} says only the file's name where the system gave no reason. */
  private static String because(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return ": there is no such directory";
    }
    return e.getReason() == null ? "" : ": " + e.getReason();
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
