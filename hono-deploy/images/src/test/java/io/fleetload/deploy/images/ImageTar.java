// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * An image in a tar, as {@code docker load} takes it.
 *
 * @param config the image's configuration
 * @param tags the names that {@code docker load} gives it
 * @param modes of every file and folder of its layers by path
 * @param files the files' contents by path
 */
record ImageTar(
    JsonNode config, List<String> tags, Map<String, Integer> modes, Map<String, byte[]> files) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static ImageTar read(Path tar) throws IOException {
    Map<String, byte[]> parts = new HashMap<>();
    try (TarArchiveInputStream in = new TarArchiveInputStream(Files.newInputStream(tar))) {
      for (TarArchiveEntry part = in.getNextEntry(); part != null; part = in.getNextEntry()) {
        parts.put(part.getName(), in.readAllBytes());
      }
    }
    JsonNode manifest = JSON.readTree(parts.get("manifest.json")).get(0);
    Map<String, Integer> modes = new TreeMap<>();
    Map<String, byte[]> files = new TreeMap<>();
    for (JsonNode layer : manifest.path("Layers")) {
      unpack(new ByteArrayInputStream(parts.get(layer.asText())), modes, files);
    }
    List<String> tags = new ArrayList<>();
    manifest.path("RepoTags").forEach(tag -> tags.add(tag.asText()));
    JsonNode config = JSON.readTree(parts.get(manifest.path("Config").asText()));
    return new ImageTar(config, tags, modes, files);
  }

  private static void unpack(
      InputStream layer, Map<String, Integer> modes, Map<String, byte[]> files) throws IOException {
    try (TarArchiveInputStream in = new TarArchiveInputStream(new GZIPInputStream(layer))) {
      for (TarArchiveEntry file = in.getNextEntry(); file != null; file = in.getNextEntry()) {
        String path = "/" + file.getName().replaceAll("/$", "");
        modes.put(path, file.getMode() & 0777);
        if (!file.isDirectory()) {
          files.put(path, in.readAllBytes());
        }
      }
    }
  }

  JsonNode json(String path) throws IOException {
    return JSON.readTree(files.get(path));
  }

  /** Lays its files out below a folder. */
  void unpackTo(Path root) throws IOException {
    for (Map.Entry<String, Integer> each : modes.entrySet()) {
      Path path = root.resolve(each.getKey().substring(1));
      byte[] content = files.get(each.getKey());
      if (content == null) {
        Files.createDirectories(path);
      } else {
        Files.createDirectories(path.getParent());
        Files.write(path, content);
      }
      path.toFile().setExecutable((each.getValue() & 0111) != 0, false);
      if ((each.getValue() & 0002) != 0) {
        path.toFile().setWritable(true, false);
      }
    }
  }
}
