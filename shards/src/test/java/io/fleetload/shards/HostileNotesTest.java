// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.log.LogStore;
import io.fleetload.shards.log.SharedLog;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notes of which parts are missing, of another type or out of all bounds. */
class HostileNotesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int VARIANTS_OF_A_KIND = 45;
  private static final int VARIANTS_OF_AN_OWN_NOTE = 100;
  private static final String[] VALUES = {
    "null",
    "0",
    "-1",
    "1.5",
    "999999",
    "1000000",
    "2147483647",
    "2147483648",
    "9223372036854775807",
    "1e999",
    "true",
    "\"\"",
    "\"x\"",
    "\"first\\nsecond\"",
    "\"0/0\"",
    "\"1/2\"",
    "\"999999/999999\"",
    "\"+1000000000-12-31T23:59:59.999999999Z\"",
    "\"-1000000000-01-01T00:00:00Z\"",
    "\"" + "9".repeat(5_000) + "\"",
    "[]",
    "{}",
    "[".repeat(900) + "]".repeat(900)
  };

  private final Random random = new Random(16);
  @TempDir private Path directory;

  static List<Note> notes() {
    return List.of(
        new Note.Here(1, "digest", true),
        new Note.ShardReady(20),
        new Note.Start("2026-11-21T18:00:03Z"),
        new Note.ShardFailure("it was stopped"),
        new Note.Decision(
            new Note.Here(1, "digest", true),
            List.of(1L),
            Map.of("p", "it is there already"),
            "2026-11-21T18:00:03Z",
            "it was stopped",
            true),
        new Note.BookPart(0, ByteBuffer.wrap(new byte[] {1, 2, 3})),
        new Note.BookEnd(1, 3, "0".repeat(64), true));
  }

  @ParameterizedTest
  @MethodSource("notes")
  void noNoteIsMoreThanAMistake(Note note) throws Exception {
    for (int each = 0; each < VARIANTS_OF_A_KIND; each++) {
      ofAnotherProcess(note);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"here", "ready", "decision"})
  void noNoteThatTheLogChangesIsMoreThanAMistake(String kind) {
    for (int each = 0; each < VARIANTS_OF_AN_OWN_NOTE; each++) {
      CoordinationRig rig = rig();
      List<String> changed = new ArrayList<>();
      rig.store.way =
          text -> {
            String arrives = text.contains("\"is\":\"%s\"".formatted(kind)) ? variant(text) : text;
            changed.add(arrives);
            return arrives;
          };
      theRun(rig, changed);
    }
  }

  private void ofAnotherProcess(Note note) throws Exception {
    CoordinationRig rig = rig();
    ShardCoordinator backend = rig.opened(1);
    JsonNode by = JSON.readTree(rig.store.written.get(0)).path("by");
    Participant whose = JSON.treeToValue(by, Participant.class);
    String variant = variant(text(rig, whose, note));
    append(rig, LogStore.CONTROL, variant);
    append(rig, LogStore.DECISIONS, variant);
    only(backend::look, List.of(variant));
    theRun(rig, List.of(variant));
    try (BookCollector collector =
        new BookCollector(
            rig.run("1f", 1, "digest", "2m"),
            who -> true,
            2,
            Duration.ofMinutes(2),
            rig.clock,
            directory)) {
      collector.measuresUntil(rig.clock.instant());
      append(rig, LogStore.RESULTS, variant);
      only(collector::look, List.of(variant));
    }
  }

  private CoordinationRig rig() {
    return new CoordinationRig(TestStore.Of.KAFKA, directory, true);
  }

  private static void theRun(CoordinationRig rig, List<String> variant) {
    ShardCoordinator backend = rig.backend("1f", 1, "2m");
    ShardCoordinator shard = rig.shard("1/1");
    only(backend::enter, variant);
    rig.leads(backend);
    if (only(shard::enter, variant)) {
      only(shard::ready, variant);
    }
    for (int look = 0; look < 2; look++) {
      only(() -> reached(backend.look(), rig), variant);
      only(() -> reached(shard.look(), rig), variant);
    }
  }

  /** A shard that knows the start counts the time until then in nanoseconds. */
  private static void reached(Optional<Instant> start, CoordinationRig rig) {
    start.ifPresent(at -> assertThat(rig.clock.instant().until(at, ChronoUnit.NANOS)).isNotZero());
  }

  /** Whether it succeeded. */
  private static boolean only(ThrowingCallable call, List<String> variant) {
    try {
      call.call();
      return true;
    } catch (TargetException | UsageException e) {
      assertThat(e.getMessage()).as("%s", variant).hasSizeLessThan(6_000).doesNotContain("\n");
      return false;
    } catch (Throwable e) {
      return fail("%s ended with %s".formatted(variant, e), e);
    }
  }

  private static void append(CoordinationRig rig, String name, String entry) throws Exception {
    try (SharedLog log = rig.store.open(name, 1)) {
      log.append(1, entry);
    }
  }

  /** The note as this version writes it. */
  private static String text(CoordinationRig rig, Participant by, Note note) throws Exception {
    try (NoteLog log = new NoteLog(rig.store.open("elsewhere", 1), "1f")) {
      log.append(by, note);
    }
    return rig.store.written.get(rig.store.written.size() - 1);
  }

  private String variant(String text) {
    try {
      JsonNode note = JSON.readTree(text);
      // Most of what matters is in the note itself.
      ObjectNode object =
          (ObjectNode)
              switch (random.nextInt(5)) {
                case 0 -> note;
                case 1 -> note.path("by");
                default -> note.path("note");
              };
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      String old = object.get(name).toString();
      object.put(name, "THE PART");
      String value =
          random.nextInt(8) == 0 ? old + ",\"more\":1" : VALUES[random.nextInt(VALUES.length)];
      if (random.nextInt(8) == 0) {
        object.remove(name);
      }
      return note.toString().replace("\"THE PART\"", value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
