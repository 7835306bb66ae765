// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of the build, read from it, so that a new one cannot be forgotten. */
final class Modules {
  /** What is not part of the product, or is what the product is tried against. */
  private static final Set<String> OUTSIDE =
      Set.of("test-rig", "bench", "it", "hono-deploy/data-grid", "hono-deploy/checks");

  /** Systems under test that the product brings along; each is a world of its own. */
  private static final String EMBEDDED = "/embedded";

  /** What users build with; it starts the product and knows nothing of it. */
  private static final String DIST = "dist/";

  private Modules() {}

  /** Those with classes of the product, without the embedded systems. */
  static Stream<String> ofTheProduct() throws IOException {
    return withTheEmbeddedSystems().filter(module -> !module.endsWith(EMBEDDED));
  }

  /** Those of the product and of the systems that it brings along. */
  static Stream<String> withTheEmbeddedSystems() throws IOException {
    return Pattern.compile("<module>(.*?)</module>")
        .matcher(Files.readString(Home.path("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .filter(module -> !OUTSIDE.contains(module) && !module.startsWith(DIST))
        .filter(module -> Files.exists(Home.path(module, "src", "main", "java")));
  }
}
