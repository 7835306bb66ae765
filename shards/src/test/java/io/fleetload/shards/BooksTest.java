// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.HandClock;
import io.fleetload.shards.log.SharedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The way of a book from a shard's directory into the backend's, over each store. */
@ParameterizedClass
@EnumSource(TestStore.Of.class)
class BooksTest {
  private static final Instant START = Instant.parse("2026-11-21T18:00:00Z");
  private static final Duration DRAIN_AND_TIMEOUT = Duration.ofSeconds(15 + 120);
  private static final int PART = 1_000;

  @Parameter private TestStore.Of kind;
  @TempDir private Path directory;
  private final HandClock clock = new HandClock(START);
  private final List<String> said = new ArrayList<>();
  private TestStore store;
  private BookCollector collecting;

  @BeforeEach
  void theRunBegins() throws Exception {
    store = kind.in(directory.resolve("shared"));
    send("1f", 1, "rightful-0", 3 * PART);
    collecting =
        new BookCollector(
            run("1f"),
            who -> who.process().startsWith("rightful"),
            3,
            DRAIN_AND_TIMEOUT,
            clock,
            directory.resolve("in"));
    collecting.measuresUntil(START.plusSeconds(60));
    assertThat(collecting.look()).as("what was there before is not looked at").isFalse();
    store.written.clear();
  }

  private SharedRun run(String runId) {
    return new SharedRun(store, runId, 2, "digest", true, Span.parse("2m"));
  }

  private Membership self(SharedRun run, Participant who) {
    return new Membership(run, who, clock, Duration.ZERO, said::add, clock::pass);
  }

  private Path book(int number, int bytes) throws Exception {
    byte[] random = new byte[bytes];
    new Random(number).nextBytes(random);
    return Files.write(directory.resolve("book-" + number), random);
  }

  private Path arrived(int number) {
    return directory.resolve("in").resolve("shard-" + number).resolve(DeviceBook.FILE);
  }

  private Path send(String runId, int number, String process, int bytes) throws Exception {
    Path book = book(number, bytes);
    Participant shard = new Participant(new Shard(number, 2), null, process);
    new BookSender(self(run(runId), shard), PART).send(book);
    return book;
  }

  /** Does something to the entry with that number, counted from the next on. */
  private void onTheWay(int number, UnaryOperator<String> what) {
    int wanted = store.written.size() + number;
    store.way = entry -> store.written.size() == wanted ? what.apply(entry) : entry;
  }

  @Test
  void aBookArrivesAsItWas() throws Exception {
    // What a backend that was killed left there.
    Files.createDirectories(arrived(1).getParent());
    Files.writeString(arrived(1).resolveSibling(DeviceBook.FILE + ".part"), "half a book");
    Path first = send("1f", 1, "rightful-1", 10 * PART + 1);
    assertThat(collecting.look()).isFalse();
    assertThat(collecting.missing()).containsExactly("2/2");
    Path second = send("1f", 2, "rightful-2", 0);
    assertThat(collecting.look()).isTrue();
    assertThat(collecting.missing()).isEmpty();
    assertThat(arrived(1)).hasSameBinaryContentAs(first);
    assertThat(arrived(2)).hasSameBinaryContentAs(second);
    try (var left = Files.list(arrived(1).getParent())) {
      assertThat(left).containsExactly(arrived(1));
    }
    assertThat(store.written).allMatch(each -> each.length() <= PART * 4 / 3 + 200);
    assertThat(store.open).as("only the backend's").isEqualTo(1);
  }

  @Test
  void theBookOfALargeRunGoesInPartsThatABrokerTakes() throws Exception {
    // 50,000 devices at 10 messages a minute for an hour in two shards, two sets, a bit a message.
    Path book = book(1, 2 * 50_000 * 600 / 8);
    new BookSender(
            self(run("1f"), new Participant(new Shard(1, 2), null, "rightful-1")),
            BookSender.PART_BYTES)
        .send(book);
    assertThat(store.written).hasSizeGreaterThan(25).allMatch(each -> each.length() <= 256 << 10);
    for (int looks = 0; looks < 25; looks++) {
      collecting.look();
    }
    assertThat(arrived(1)).hasSameBinaryContentAs(book);
  }

  @Test
  void booksOfOtherRunsAndOfOthersThanTheShardsAreNotTaken() throws Exception {
    send("0e", 1, "rightful-1", PART);
    send("1f", 1, "intruder", PART);
    assertThat(collecting.look()).isFalse();
    assertThat(collecting.missing()).containsExactly("1/2", "2/2");
    assertThat(arrived(1)).doesNotExist();
  }

  @Test
  void aPartThatIsMissingOrDamagedMakesNoBook() throws Exception {
    onTheWay(2, entry -> null);
    send("1f", 1, "rightful-1", 5 * PART);
    collecting.look();
    assertThat(collecting.missing())
        .anySatisfy(line -> assertThat(line).contains("1/2 ", "part 2 "));
    onTheWay(
        1,
        entry -> {
          int place = entry.indexOf("\"bytes\":\"") + 20;
          char other = entry.charAt(place) == 'A' ? 'B' : 'A';
          return entry.substring(0, place) + other + entry.substring(place + 1);
        });
    send("1f", 2, "rightful-2", 5 * PART);
    assertThat(collecting.look()).isFalse();
    assertThat(collecting.missing())
        .satisfiesExactly(
            line -> assertThat(line).contains("1/2 ", "part 2 "),
            line -> assertThat(line).contains("2/2 ", "damaged"));
    assertThat(arrived(1)).doesNotExist();
    assertThat(arrived(2)).doesNotExist();
  }

  @Test
  void theLastPartsMayBeThoseThatAreMissing() throws Exception {
    onTheWay(3, entry -> null);
    send("1f", 1, "rightful-1", 3 * PART + 1);
    collecting.look();
    assertThat(collecting.missing())
        .first()
        .asString()
        .contains("1/2 ", "3 of 4 parts", "3000 of 3001 bytes");
    onTheWay(3, entry -> null);
    send("1f", 2, "rightful-2", 3 * PART);
    collecting.look();
    assertThat(collecting.missing()).contains("2/2 (its book broke off)");
  }

  @Test
  void aPartThatTheLogShowsTwiceIsTakenOnce() throws Exception {
    Path book = send("1f", 1, "rightful-1", 3 * PART);
    try (SharedLog log = store.open("results", 2)) {
      for (String each : List.copyOf(store.written)) {
        log.append(1, each);
      }
    }
    collecting.look();
    assertThat(arrived(1)).hasSameBinaryContentAs(book);
  }

  @Test
  void aBookThatDoesNotComeIsWaitedForUntilTheRunIsLongOver() throws Exception {
    clock.pass(Duration.ofSeconds(60 + 15 + 119));
    assertThat(collecting.look()).isFalse();
    clock.pass(Duration.ofSeconds(1));
    assertThat(collecting.look()).isTrue();
    assertThat(collecting.missing()).containsExactly("1/2", "2/2");
  }

  @Test
  void theFirstBookSaysThatTheRunIsOver() throws Exception {
    clock.pass(Duration.ofSeconds(10));
    send("1f", 1, "rightful-1", PART);
    assertThat(collecting.look()).isFalse();
    clock.pass(Duration.ofSeconds(15 + 119));
    assertThat(collecting.look()).isFalse();
    clock.pass(Duration.ofSeconds(1));
    assertThat(collecting.look()).isTrue();
    assertThat(collecting.missing()).containsExactly("2/2");
  }

  @Test
  void aPartThatTheLogDoesNotTakeIsSentAgain() throws Exception {
    store.faults = 3;
    Path book = send("1f", 1, "rightful-1", 2 * PART);
    collecting.look();
    assertThat(arrived(1)).hasSameBinaryContentAs(book);
    assertThat(said)
        .containsExactly(
            "shard 1/2: part 1 of its book was not taken (it does not answer); attempt 2 follows",
            "shard 1/2: part 1 of its book was not taken (it does not answer); attempt 3 follows",
            "shard 1/2: part 1 of its book was not taken (it does not answer); attempt 4 follows");
  }

  @Test
  void aBookThatBecomesSmallerIsCompressedOnItsWay() throws Exception {
    Path book = Files.writeString(directory.resolve("text"), "{\"sent\": 12345}\n".repeat(PART));
    new BookSender(self(run("1f"), new Participant(new Shard(1, 2), null, "rightful-1")), PART)
        .send(book);
    assertThat(store.written).hasSizeLessThan(4);
    collecting.look();
    assertThat(arrived(1)).hasSameBinaryContentAs(book);
    onTheWay(
        0,
        entry -> {
          int place = entry.indexOf("\"bytes\":\"") + 60;
          char other = entry.charAt(place) == 'A' ? 'B' : 'A';
          return entry.substring(0, place) + other + entry.substring(place + 1);
        });
    new BookSender(self(run("1f"), new Participant(new Shard(2, 2), null, "rightful-2")), PART)
        .send(book);
    collecting.look();
    assertThat(collecting.missing()).containsExactly("2/2 (its book was damaged on the way)");
    try (var left = Files.list(arrived(1).getParent())) {
      assertThat(left).containsExactly(arrived(1));
    }
  }

  @Test
  void aNoteThatIsDamagedKeepsNoOtherBookAway() throws Exception {
    try (SharedLog log = store.open("results", 2)) {
      log.append(
          1, "{\"version\":%s,\"run\":\"1f\",\"by\":{},\"note\":{}}".formatted(NoteLog.VERSION));
    }
    Path book = send("1f", 2, "rightful-2", PART);
    collecting.look();
    assertThat(collecting.missing()).containsExactly("1/2");
    assertThat(arrived(2)).hasSameBinaryContentAs(book);
  }

  @Test
  void aBookThatTheLogDoesNotTakeStaysWhereItIsAndIsNamed() throws Exception {
    Path book = book(1, PART);
    SharedRun away =
        new SharedRun(
            (log, writers) -> {
              throw new TargetException("it does not answer");
            },
            "1f",
            2,
            "digest",
            true,
            Span.parse("2m"));
    BookSender sender =
        new BookSender(self(away, new Participant(new Shard(1, 2), null, "rightful-1")), PART);
    assertThatThrownBy(() -> sender.send(book))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("shard 1/2: ")
        .hasMessageContaining(book.toString())
        .hasMessageEndingWith("(it does not answer)");
  }
}
