// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The images of the tools, by digest: a node keeps what it pulled under a tag, so a tag may be of
 * another build.
 *
 * @param byTool a name with registry and digest for each tool
 */
record Images(Map<String, String> byTool) {
  private static final String FORM = "REGISTRY/TOOL@sha256:DIGEST, as crane push prints it";

  /** Without a dot, a port or localhost in it, the first part of a name is no registry. */
  private static final Pattern IMAGE =
      Pattern.compile(
          "(?<registry>localhost|[a-z0-9-]+(?:\\.[a-z0-9-]+)+|[a-z0-9.-]+(?=:))(?::[0-9]{1,5})?/"
              + "(?:[a-z0-9._-]+/){0,9}(?<tool>[a-z0-9._-]+)@sha256:[0-9a-f]{64}");

  private static final int MOST_BYTES = 1 << 16;
  private static final int LONGEST_QUOTE = 100;

  Images {
    byTool = Map.copyOf(byTool);
  }

  /**
   * Reads the lines that {@code crane push} printed.
   *
   * @throws UsageException if one is no image with registry and digest, or a tool has none
   */
  static Images read(Path file) throws UsageException {
    Map<String, String> found = new HashMap<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String image = line.strip();
      if (image.isEmpty()) {
        continue;
      }
      Matcher parts = IMAGE.matcher(image);
      if (!parts.matches()) {
        throw new UsageException(
            "--images: %s, line %s: found \"%s\", expected %s"
                .formatted(file, number, quoted(image), FORM));
      }
      if (image.startsWith("docker.io/fleetload/")) {
        throw new UsageException(
            "--images: %s, line %s: docker.io/fleetload is not of this project; push the images to"
                    .formatted(file, number)
                + " a registry of yours");
      }
      found.put(parts.group("tool"), image);
    }
    for (String tool : List.of(Manifests.PROVISIONING, Manifests.BACKEND, Manifests.DEVICES)) {
      if (!found.containsKey(tool)) {
        throw new UsageException(
            "--images: %s has no image of %s; add its line: %s".formatted(file, tool, FORM));
      }
    }
    return new Images(found);
  }

  private static List<String> lines(Path file) throws UsageException {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new UsageException(
            "--images: %s is no short text file; give one with a line %s for each tool"
                .formatted(file, FORM));
      }
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException("--images: cannot read " + file + "; give a text file");
    }
  }

  private static String quoted(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_QUOTE))
        .replaceAll("[^\\x20-\\x7e]", "?");
  }

  /** The image of a tool. */
  String of(String tool) {
    return byTool.get(tool);
  }
}
