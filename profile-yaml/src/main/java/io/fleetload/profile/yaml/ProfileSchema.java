// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.pack.Pack;
import io.fleetload.profile.LoadProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * The JSON Schema of a profile, from its records: for editors, for the docs, for the reader.
 *
 * <p>To make it takes 0.7 s of a process that starts, so the build makes those of all packs once. A
 * pack that the build does not know gets its own while it runs.
 */
public final class ProfileSchema {
  /** Schema keyword with the words for what is expected. */
  static final String EXPECTED = "x-expected";

  /** Schema keyword with the words for what holds when the key is absent. */
  static final String DEFAULT = "x-default";

  /** Schema keyword of a value that must not be shown. */
  static final String SECRET = "x-secret";

  private static final String FOLDER = "META-INF/fleetload/schemas/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private ProfileSchema() {}

  /** The schema of a profile's record; the caller may change it. */
  public static ObjectNode of(Class<? extends LoadProfile> type) {
    try (InputStream made = type.getClassLoader().getResourceAsStream(FOLDER + file(type))) {
      return made == null ? RecordSchema.of(type) : (ObjectNode) JSON.readTree(made);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes the schemas of all packs on the class path. The build calls it.
   *
   * @param arguments the directory of the classes that they are to be packed with
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0], FOLDER));
    for (Pack<?> pack : ServiceLoader.load(Pack.class)) {
      JSON.writeValue(
          folder.resolve(file(pack.profile())).toFile(), RecordSchema.of(pack.profile()));
    }
  }

  private static String file(Class<?> type) {
    return type.getName() + ".json";
  }

  /** Checks whether a key wants a list that may be written as the one value in it. */
  static boolean isOneOrSeveral(JsonNode expected) {
    return expected.has("items") && expected.path("type").isArray();
  }
}
