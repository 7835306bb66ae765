// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.Format;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
          // A file is synchronised with the disk before it is closed.
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .addModule(new MeasurementsAsJson())
          .build();

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NO_VERSION = Integer.MAX_VALUE;

  /** The newest version of each kind of file that this tool reads. */
  private static final Map<Class<?>, Integer> NEWEST =
      Map.of(
          Result.class, Result.VERSION,
          Result.Judgement.class, Result.VERSION,
          DeviceBook.class, DeviceBook.VERSION,
          BackendBook.class, BackendBook.VERSION);

  private ResultFiles() {}

  /** A file could not be written: a full disk, a directory that went away. */
  public static final class WriteFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** With one line: which file, and why. */
    public WriteFailure(String message, IOException cause) {
      super(message, cause);
    }
  }

  /** Puts a file's content on a stream. */
  @FunctionalInterface
  private interface Content {
    void to(OutputStream out) throws IOException;
  }

  /**
   * Writes a value as JSON, whole or not at all.
   *
   * @throws WriteFailure with one line if the directory cannot be written or is full
   */
  public static void write(Path file, Object value) throws WriteFailure {
    write(
        file,
        out -> {
          JSON.writeValue(out, value);
          out.write('\n');
        });
  }

  /**
   * Writes a text, whole or not at all.
   *
   * @throws WriteFailure with one line if the directory cannot be written or is full
   */
  public static void writeText(Path file, String text) throws WriteFailure {
    write(
        file,
        out -> {
          Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          writer.write(text);
          writer.flush();
        });
  }

  /**
   * The fresh file is on the disk before it takes the place of the old one, so not even a loss of
   * power leaves neither; and a file system that says only then that it is full has said so.
   */
  private static void write(Path file, Content content) throws WriteFailure {
    Path fresh = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (FileChannel disk =
          FileChannel.open(
              fresh,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(disk), BUFFER_BYTES);
        content.to(out);
        out.flush();
        disk.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      remove(fresh);
      throw new WriteFailure(file + ": cannot be written" + because(e), e);
    }
  }

  /** Removes a file that was written in part: its space may be needed by the next attempt. */
  private static void remove(Path fresh) {
    try {
      Files.deleteIfExists(fresh);
    } catch (IOException e) {
      // Then it stays.
    }
  }

  /**
   * Reads a value, without ever holding the file's text as a whole: the books of a long run are
   * many times larger as a text than as what they say.
   *
   * @throws IOException with one line when the file is missing, cut off, of another kind or of a
   *     newer version
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    if (NEWEST.containsKey(type)) {
      int version = read(file, type, ResultFiles::version);
      refuse(file, type, version);
      if (type == Result.class && version < Result.VERSION) {
        return read(file, type, in -> JSON.treeToValue(former(JSON.readTree(in)), type));
      }
    }
    T value = read(file, type, in -> JSON.readValue(in, type));
    if (value == null) {
      throw new IOException(file + ": no " + type.getSimpleName() + ": holds nothing");
    }
    return value;
  }

  /**
   * Reads of a device book what it says before the devices: of which run and shard it is, and when
   * what part of the run was. All else of the book is null.
   *
   * @throws IOException as {@link #read} does
   */
  public static DeviceBook head(Path book) throws IOException {
    refuse(book, DeviceBook.class, read(book, DeviceBook.class, ResultFiles::version));
    return read(
        book,
        DeviceBook.class,
        in -> {
          ObjectNode head = JSON.createObjectNode();
          JsonParser parser = JSON.getFactory().createParser(in);
          parser.nextToken();
          while (parser.nextToken() == JsonToken.FIELD_NAME
              && !parser.currentName().equals("devices")) {
            String name = parser.currentName();
            parser.nextToken();
            head.set(name, parser.readValueAsTree());
          }
          return JSON.treeToValue(head, DeviceBook.Head.class).book();
        });
  }

  /**
   * Reads the tree of a result, with the parts that this version does not know.
   *
   * @throws IOException with one line when the file is missing, cut off, no result or of a newer
   *     version
   */
  public static JsonNode resultTree(Path file) throws IOException {
    JsonNode tree = read(file, Result.class, JSON::readTree);
    int version = tree.path("version").asInt();
    refuse(file, Result.class, version);
    if (version < Result.VERSION) {
      former(tree);
    }
    try {
      JSON.treeToValue(tree, Result.class);
    } catch (JsonProcessingException e) {
      throw damaged(file, Result.class, e);
    }
    return tree;
  }

  /**
   * Reads the tree of a result without the courses of its figures, which are most of a file. What
   * is left is not looked through: a part may be missing.
   *
   * @throws IOException with one line when the file is missing, cut off, no JSON, has no version or
   *     a newer one
   */
  public static JsonNode resultWithoutCourses(Path file) throws IOException {
    JsonNode tree =
        read(
            file,
            Result.class,
            in -> JSON.readTree(new WithoutCourses(JSON.getFactory().createParser(in))));
    int version = tree == null ? 0 : tree.path("version").asInt();
    refuse(file, Result.class, version);
    return version < Result.VERSION ? former(tree) : tree;
  }

  /** Passes over every part that is a course in time. */
  private static final class WithoutCourses extends JsonParserDelegate {
    WithoutCourses(JsonParser whole) {
      super(whole);
    }

    @Override
    public JsonToken nextToken() throws IOException {
      JsonToken token = super.nextToken();
      while (token == JsonToken.FIELD_NAME
          && (currentName().equals("perSecond") || currentName().equals("worstDevices"))) {
        super.nextToken();
        super.skipChildren();
        token = super.nextToken();
      }
      return token;
    }
  }

  /**
   * Reads any JSON.
   *
   * @param type what it should be, for the message
   * @throws IOException with one line when the file is missing, cut off, no JSON or of a newer
   *     version of that type
   */
  public static JsonNode tree(Path file, Class<?> type) throws IOException {
    JsonNode tree = read(file, type, JSON::readTree);
    Format.refuseNewer(file, tree.path("version").asInt(), NEWEST.getOrDefault(type, NO_VERSION));
    return tree;
  }

  /** A result of version 1 with the names of version 2. */
  private static JsonNode former(JsonNode result) {
    LatencySummary.renameIn(result);
    for (JsonNode flow : result.path("flows")) {
      if (flow.path("warmUp") instanceof ObjectNode warmUp) {
        total(warmUp, "failed");
        total(warmUp, "notSent");
      }
    }
    return result;
  }

  /** Of counts by cause the sum, and the counts below a name of their own. */
  private static void total(ObjectNode counts, String key) {
    if (counts.path(key) instanceof ObjectNode byCause) {
      long sum = 0;
      for (JsonNode each : byCause) {
        sum += each.asLong();
      }
      counts.put(key, sum);
      counts.set(key + "By", byCause);
    }
  }

  /** Refuses what is of a newer version, and of another kind, which has none. */
  private static void refuse(Path file, Class<?> type, int version) throws IOException {
    if (version == 0) {
      throw new IOException("%s: no %s: has no version".formatted(file, kind(type)));
    }
    Format.refuseNewer(file, version, NEWEST.get(type));
  }

  /** Reads a value from the characters of a file. */
  @FunctionalInterface
  private interface Reading<T> {
    T from(Reader in) throws IOException;
  }

  /**
   * Looks whether it can be read to its end: a device never ends, and a pipe may never begin.
   *
   * @throws IOException with one line if it cannot
   */
  public static void regular(Path file) throws IOException {
    if (Files.exists(file) && !Files.isDirectory(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + ": is no regular file");
    }
  }

  /** Reads a file, with every way to fail in one line. */
  private static <T> T read(Path file, Class<?> type, Reading<T> reading) throws IOException {
    regular(file);
    // A reader of this kind reports what is no UTF-8.
    try (Reader in =
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder())) {
      return reading.from(in);
    } catch (JsonProcessingException e) {
      throw damaged(file, type, e);
    } catch (CharacterCodingException e) {
      throw new IOException("%s: no %s: is no UTF-8 text".formatted(file, kind(type)), e);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read" + because(e), e);
    }
  }

  /** The version that a file has at its top, passing over what is before; 0 where it has none. */
  private static int version(Reader in) throws IOException {
    JsonParser parser = JSON.getFactory().createParser(in);
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return 0;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean here = parser.currentName().equals("version");
      JsonToken value = parser.nextToken();
      if (here) {
        return value == JsonToken.VALUE_NUMBER_INT ? parser.getIntValue() : 0;
      }
      parser.skipChildren();
    }
    return 0;
  }

  private static String kind(Class<?> type) {
    return (type == Result.Judgement.class ? Result.class : type).getSimpleName();
  }

  private static IOException damaged(Path file, Class<?> type, JsonProcessingException e) {
    LatencyHistogram.rethrowError(e);
    String part = e instanceof JsonMappingException at ? part(at.getPath()) : "";
    boolean missing =
        e instanceof InvalidNullException || e.getOriginalMessage().startsWith("Missing required");
    if (missing && !part.isEmpty()) {
      return new IOException("%s: %s is missing".formatted(file, part), e);
    }
    String why = isCutOff(e) ? "is cut off" : (part.isEmpty() ? "" : part + ": ") + firstLine(e);
    return new IOException("%s: no %s: %s".formatted(file, kind(type), why), e);
  }

  /** A part as a user writes its path: {@code flows.telemetry.phases[2]}. */
  private static String part(List<JsonMappingException.Reference> path) {
    StringBuilder part = new StringBuilder();
    for (JsonMappingException.Reference each : path) {
      if (each.getFieldName() == null) {
        part.append('[').append(each.getIndex()).append(']');
      } else {
        part.append(part.isEmpty() ? "" : ".").append(each.getFieldName());
      }
    }
    return part.toString();
  }

  /** Jackson has an exception of its own for it, but not after a comma. */
  private static boolean isCutOff(JsonProcessingException e) {
    return e.getOriginalMessage().startsWith("Unexpected end-of-input");
  }

  /** A constructor that refuses what it is given says why. */
  private static String firstLine(JsonProcessingException e) {
    String message =
        e.getCause() instanceof IllegalArgumentException refused
            ? refused.getMessage()
            : e.getOriginalMessage();
    return String.valueOf(message).lines().findFirst().orElse("");
  }

  /** A {@link FileSystemException} says only the file's name where the system gave no reason. */
  private static String because(IOException e) {
    if (e instanceof NoSuchFileException) {
      return ": there is no such directory";
    }
    if (e instanceof AccessDeniedException) {
      return ": permission denied";
    }
    String reason = e instanceof FileSystemException said ? said.getReason() : e.getMessage();
    return reason == null ? "" : ": " + reason;
  }

  /** A value as the tree that its JSON has. */
  public static JsonNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  /**
   * A part of a file as the record that it was written from.
   *
   * @return null if the file has no such part
   */
  public static <T> T part(JsonNode tree, Class<T> type) {
    return tree.isObject() ? JSON.convertValue(tree, type) : null;
  }
}
