package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Span;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.Shard;
import io.fleetload.rig.HandClock;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of a book from a shard's directory into the backend's. */
class BooksTest {
  private static final Instant START = Instant.parse("2026-11-21T18:00:00Z");
  private static final int PART = 1_000;

  private final HandClock clock = new HandClock(START);
  private final LogsInMemory logs = new LogsInMemory();
  @TempDir private Path directory;
  private Collecting collecting;

  @BeforeEach
  void theRunBegins() {
    collecting =
        new Collecting(
            logs.results(TopicLogs.From.END),
            new Collecting.Terms(
                "1f", 2, START, Duration.ofSeconds(60), Duration.ofSeconds(15), Span.parse("2m")),
            key -> key.process().startsWith("rightful"),
            clock,
            shard -> directory.resolve("in").resolve("shard-" + shard.number()));
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
    new BookSender(logs, runId, new Shard(number, 2), process, PART).send(book);
    return book;
  }

  @Test
  void aBookArrivesAsItWas() throws Exception {
    // What a backend that was killed left there.
    Files.createDirectories(arrived(1).getParent());
    Files.writeString(arrived(1).resolveSibling(DeviceBook.FILE + ".gz"), "half a book");
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
    assertThat(logs.results).allMatch(each -> each.value().remaining() <= PART);
    assertThat(logs.open).as("only the backend's").isEqualTo(1);
  }

  @Test
  void theBookOfALargeRunGoesInPartsThatABrokerTakes() throws Exception {
    // 50,000 devices at 10 messages a minute for an hour in two shards, two sets, a bit a message.
    Path book = book(1, 2 * 50_000 * 600 / 8);
    new BookSender(logs, "1f", new Shard(1, 2), "rightful-1").send(book);
    assertThat(logs.results)
        .hasSizeGreaterThan(25)
        .allMatch(each -> each.value().remaining() <= 256 << 10)
        .allMatch(each -> each.key().length() < 300);
    collecting.look();
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
    send("1f", 1, "rightful-1", 5 * PART);
    logs.results.remove(2);
    collecting.look();
    assertThat(collecting.missing()).contains("1/2 (part 2 of its book did not come)");
    int before = logs.results.size();
    send("1f", 2, "rightful-2", 5 * PART);
    TopicLog.Entry part = logs.results.get(before + 1);
    byte[] bytes = part.bytes();
    bytes[7]++;
    logs.results.set(
        before + 1, new TopicLog.Entry(part.offset(), part.key(), ByteBuffer.wrap(bytes)));
    assertThat(collecting.look()).isFalse();
    assertThat(collecting.missing())
        .containsExactly(
            "1/2 (part 2 of its book did not come)", "2/2 (its book was damaged on the way)");
    assertThat(arrived(1)).doesNotExist();
    assertThat(arrived(2)).doesNotExist();
  }

  @Test
  void theLastPartsMayBeThoseThatAreMissing() throws Exception {
    send("1f", 1, "rightful-1", 3 * PART);
    TopicLog.Entry last = logs.results.get(logs.results.size() - 2);
    logs.results.remove(last);
    collecting.look();
    assertThat(collecting.missing())
        .first()
        .asString()
        .matches("1/2 \\(3 of 4 parts of its book came, 3000 of \\d{4} bytes\\)");
    send("1f", 2, "rightful-2", 3 * PART);
    logs.results.remove(logs.results.size() - 1);
    collecting.look();
    assertThat(collecting.missing()).contains("2/2 (its book broke off)");
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
}
