// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a run left: its result and both books, as trees; absent where there is none.
 *
 * @param result the result
 * @param devices the device side's book
 * @param backend the backend's book
 */
record RunFiles(JsonNode result, JsonNode devices, JsonNode backend) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The files of a run's directory. */
  static RunFiles in(Path directory) throws IOException {
    return new RunFiles(
        tree(directory.resolve("result.json")),
        tree(directory.resolve("device-book.json")),
        tree(directory.resolve("backend-book.json")));
  }

  /** Whether the run went to its end, and the backend could read to the end of the topics. */
  boolean isComplete() {
    return result.path("complete").asBoolean()
        && !status().equals("backend-behind")
        && !result.at("/verdict/reasons").toString().contains("could not read to the end");
  }

  /** The verdict's word; empty where there is no result. */
  String status() {
    return result.at("/verdict/status").asText();
  }

  /** The run's id, which every message carries. */
  String run() {
    return devices.path("runId").asText();
  }

  /** A set of message numbers as the books keep it: a Roaring bitmap in base64. */
  static NavigableSet<Integer> numbers(JsonNode node) throws IOException {
    NavigableSet<Integer> numbers = new TreeSet<>();
    if (!node.isMissingNode()) {
      RoaringBitmap bits = new RoaringBitmap();
      bits.deserialize(ByteBuffer.wrap(node.binaryValue()));
      bits.forEach((org.roaringbitmap.IntConsumer) numbers::add);
    }
    return numbers;
  }

  private static JsonNode tree(Path file) throws IOException {
    return Files.exists(file) ? JSON.readTree(file.toFile()) : JSON.missingNode();
  }
}
