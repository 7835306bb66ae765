// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.manifest.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder hono-deploy, beside this module. */
public final class DeployFolder {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private DeployFolder() {}

  /** A file or folder in it. */
  public static Path at(String path) {
    return ROOT.resolve(path);
  }

  /** A file's text. */
  public static String text(String path) throws IOException {
    return Files.readString(at(path));
  }

  /** A file of YAML or JSON, with one document. */
  public static JsonNode yaml(String path) throws IOException {
    return Manifests.parse(text(path)).objects().get(0);
  }
}
