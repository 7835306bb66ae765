package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
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
import java.util.List;
import java.util.Map;

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

  private static final int NO_VERSION = Integer.MAX_VALUE;

  /** The newest version of each kind of file that this tool reads. */
  private static final Map<Class<?>, Integer> NEWEST =
      Map.of(
          Result.class, Result.VERSION,
          DeviceBook.class, DeviceBook.VERSION,
          BackendBook.class, BackendBook.VERSION);

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
   * @throws IOException with one line when the file is missing, cut off, of another kind or of a
   *     newer version
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    JsonNode tree = tree(file, type);
    try {
      T value = JSON.treeToValue(tree, type);
      if (value == null) {
        throw new IOException(file + ": no " + type.getSimpleName() + ": holds nothing");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": no " + type.getSimpleName() + ": " + firstLine(e), e);
    }
  }

  /**
   * Reads the tree of a result, with the parts that this version does not know.
   *
   * @throws IOException with one line when the file is missing, cut off, no result or of a newer
   *     version
   */
  public static JsonNode resultTree(Path file) throws IOException {
    JsonNode tree = tree(file, Result.class);
    for (String part : List.of("version", "verdict", "flows")) {
      if (!tree.has(part)) {
        throw new IOException(file + ": no Result: has no " + part);
      }
    }
    return tree;
  }

  /**
   * Reads any JSON.
   *
   * @param type what it should be, for the message
   * @throws IOException with one line when the file is missing, cut off, no JSON or of a newer
   *     version of that type
   */
  public static JsonNode tree(Path file, Class<?> type) throws IOException {
    try {
      JsonNode tree = JSON.readTree(Files.readString(file));
      Format.refuseNewer(file, tree.path("version").asInt(), NEWEST.getOrDefault(type, NO_VERSION));
      return tree;
    } catch (JsonEOFException e) {
      throw new IOException(file + ": no " + type.getSimpleName() + ": is cut off", e);
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": no " + type.getSimpleName() + ": " + firstLine(e), e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": no " + type.getSimpleName() + ": is no UTF-8 text", e);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (FileSystemException e) {
      throw new IOException(file + ": cannot be read" + because(e), e);
    }
  }

  private static String firstLine(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("");
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
