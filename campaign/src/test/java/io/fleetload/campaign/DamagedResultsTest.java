// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.campaign.run.RunRequest;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs left and something damaged: it is judged, or refused in one line; never our fault. */
class DamagedResultsTest {
  private static final int VARIANTS = 75;
  private static final int LONGEST_LINE = 1_500;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<JsonNode> VALUES =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.objectNode(),
          JsonNodeFactory.instance.arrayNode(),
          JsonNodeFactory.instance.arrayNode().add(-1).addNull(),
          JsonNodeFactory.instance.numberNode(0),
          JsonNodeFactory.instance.numberNode(-1),
          JsonNodeFactory.instance.numberNode(Long.MAX_VALUE),
          JsonNodeFactory.instance.numberNode(1e300),
          JsonNodeFactory.instance.textNode(""),
          JsonNodeFactory.instance.textNode("flows.*.nothing < 1 every 0s"),
          JsonNodeFactory.instance.booleanNode(true));

  @TempDir Path directory;
  private final Random random = new Random(11);
  private Path killed;
  private Path one;
  private Path two;
  private Path backend;
  private Path judged;
  private int merged;

  @BeforeEach
  void runs() throws IOException {
    one = ShardBooks.shard(directory, "1/2", 10);
    two = ShardBooks.shard(directory, "2/2", 30);
    backend = ShardBooks.backend(directory);
    judged = directory.resolve("judged");
    assertThat(merge(judged).code()).isZero();
    killed = Files.createDirectory(directory.resolve("killed"));
    for (String book : List.of(DeviceBook.FILE, BackendBook.FILE)) {
      Files.copy(judged.resolve(book), killed.resolve(book));
    }
    ResultFiles.write(
        killed.resolve(RunRequest.FILE),
        new RunRequest(
            "c0ffee",
            "shared",
            10,
            null,
            100,
            List.of("flows.*.response.p99 < 1s every 5s", "ledger.lost == 0"),
            List.of("flows.*.failed == 0"),
            JSON.createObjectNode(),
            Map.of(),
            Map.of()));
  }

  private Printed merge(Path out) {
    return Printed.by(
        "merge", one.toString(), two.toString(), backend.toString(), "--out", out.toString());
  }

  private Printed report() throws IOException {
    Files.deleteIfExists(killed.resolve(Result.FILE));
    return Printed.by("report", killed.toString());
  }

  /** A command on what is damaged. */
  @FunctionalInterface
  private interface Command {
    Printed run() throws IOException;
  }

  private void survives(Command command, Path... files) throws IOException {
    int refused = 0;
    for (int i = 0; i < VARIANTS; i++) {
      Path file = files[i % files.length];
      byte[] whole = Files.readAllBytes(file);
      byte[] damaged = damaged(whole);
      Files.write(file, damaged);
      Printed printed = command.run();
      String of = new String(damaged, StandardCharsets.UTF_8);
      assertThat(printed.code()).as(printed.err() + of).isIn(0, 1, 2, 3, 4, 5, 130);
      if (printed.code() == 2) {
        refused++;
        assertThat(printed.err().lines()).as(of).hasSize(1);
        assertThat(printed.err()).as(of).hasSizeLessThan(LONGEST_LINE);
      } else {
        assertThat(printed.err()).as(of).isEmpty();
      }
      Files.write(file, whole);
    }
    assertThat(refused).isPositive().isLessThan(VARIANTS);
  }

  /** Cut off, with a letter changed, or JSON still, with a part changed, moved or left out. */
  private byte[] damaged(byte[] whole) throws IOException {
    byte[] changed = whole.clone();
    switch (random.nextInt(10)) {
      case 0 -> changed = Arrays.copyOf(whole, random.nextInt(whole.length));
      case 1 -> changed[random.nextInt(whole.length)] = (byte) random.nextInt(128);
      default -> {
        JsonNode tree = JSON.readTree(whole);
        change(tree);
        changed = JSON.writeValueAsBytes(tree);
      }
    }
    return changed;
  }

  private void change(JsonNode tree) {
    List<JsonNode> parts = new ArrayList<>();
    collect(tree, parts);
    JsonNode part = parts.get(random.nextInt(parts.size()));
    JsonNode value = VALUES.get(random.nextInt(VALUES.size()));
    if (part instanceof ObjectNode object) {
      List<String> keys = new ArrayList<>();
      object.fieldNames().forEachRemaining(keys::add);
      String key = keys.get(random.nextInt(keys.size()));
      if (random.nextInt(3) == 0) {
        object.remove(key);
      } else {
        object.set(key, value);
      }
    } else if (part instanceof ArrayNode array) {
      array.set(random.nextInt(array.size()), value);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> parts) {
    if (node.isContainerNode() && !node.isEmpty()) {
      parts.add(node);
    }
    node.forEach(each -> collect(each, parts));
  }

  @Test
  void aKilledRunIsJudgedOrRefused() throws IOException {
    survives(
        this::report,
        killed.resolve(DeviceBook.FILE),
        killed.resolve(BackendBook.FILE),
        killed.resolve(RunRequest.FILE));
  }

  @Test
  void shardsAreMergedOrRefused() throws IOException {
    survives(
        () -> merge(directory.resolve("merged-" + merged++)),
        one.resolve(DeviceBook.FILE),
        two.resolve(DeviceBook.FILE),
        backend.resolve(BackendBook.FILE));
  }

  @Test
  void aJudgedRunIsReportedComparedAndMergedOrRefused() throws IOException {
    Path result = judged.resolve(Result.FILE);
    Path before = Files.createDirectory(directory.resolve("before"));
    Files.copy(result, before.resolve(Result.FILE));
    survives(() -> Printed.by("report", judged.toString()), result);
    survives(() -> Printed.by("compare", before.toString(), judged.toString()), result);
  }
}
