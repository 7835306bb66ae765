// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.nio.file.Files;
import java.nio.file.Path;

/** The root of the source tree, wherever the tests were started. */
public final class Home {
  private Home() {}

  public static Path path(String first, String... more) {
    return root().resolve(Path.of(first, more));
  }

  public static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("loadtest"))) {
      here = here.getParent();
    }
    return here;
  }
}
