// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The main class of {@code java -jar}. It lies in the server's own jar and needs none of its
 * libraries. So it can say in one line that they were left behind where the jar was copied from.
 * Then it starts the class that the jar's manifest names as {@code Start-Class}.
 */
public final class Start {
  private static final int NOT_COMPLETE = 2;

  private Start() {}

  /** Starts the server. */
  public static void main(String[] arguments)
      throws IOException, URISyntaxException, ReflectiveOperationException {
    Path jar = Path.of(Start.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Attributes manifest = manifest();
    Optional<String> missing =
        missing(jar, manifest.getValue(Attributes.Name.CLASS_PATH).split(" "));
    if (missing.isPresent()) {
      System.err.println(missing.get());
      System.exit(NOT_COMPLETE);
    }
    Class.forName(manifest.getValue("Start-Class"))
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  private static Attributes manifest() throws IOException {
    try (InputStream in = Start.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      return new Manifest(in).getMainAttributes();
    }
  }

  /** The fault of a jar's place, if it has one. */
  static Optional<String> missing(Path jar, String... libraries) {
    return Stream.of(libraries)
        .filter(library -> !Files.exists(jar.resolveSibling(library)))
        .findFirst()
        .map(
            library ->
                "%s: needs the folder lib that it was built with beside it, and %s is not there"
                    .formatted(jar, library));
  }
}
