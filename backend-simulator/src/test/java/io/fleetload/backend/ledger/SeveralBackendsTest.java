// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.driver.Arrival;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backends that share the partitions of a run book together what one of them would have booked. */
class SeveralBackendsTest {
  private static final RunId RUN = RunId.parse("1f");
  private static final long START = 1_800_000_000_000_000_000L;
  private static final long MS = 1_000_000L;
  private static final int DEVICES = 40;

  /** As Kafka chooses a partition: by the key, and the number of partitions of the topic. */
  private static final Map<String, Integer> PARTITIONS =
      Map.of("telemetry", 10, "commandQuery", 10, "event", 4, "commandResponse", 2);

  private static final Map<String, String> ANSWERS = Map.of("commandResponse", "commandQuery");

  @TempDir private Path directory;

  /** A record that a backend reads. */
  private record Delivery(Stamp stamp, long received) {
    int partition() {
      return (stamp.device() * 31 + 7) % PARTITIONS.get(stamp.flow());
    }
  }

  private static ArrivalLedger ledger(Shard part) {
    return new ArrivalLedger(
            List.of("telemetry", "event", "commandQuery", "commandResponse"),
            ANSWERS,
            DEVICES,
            RUN,
            ClockWatch.ofHosts(2, device -> device % 2))
        .ofPart(part);
  }

  /** Messages that are lost, come twice, or overtake each other, of both periods. */
  private static List<Delivery> deliveries(Random random) {
    List<Delivery> all = new ArrayList<>();
    for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
      for (int n = 0; n < 600; n++) {
        int device = (n * 7) % DEVICES;
        int copies = random.nextInt(10) == 0 ? 0 : random.nextInt(10) == 0 ? 2 : 1;
        long sent = START + n * MS;
        Stamp stamp =
            new Stamp(RUN, flow, n < 100 ? Period.WARM_UP : Period.MEASURED, device, n, sent, sent);
        Stamp whole =
            flow.equals("commandResponse")
                ? stamp.with(new Stamp.Legs(sent - 8 * MS, sent - 6 * MS, sent - 5 * MS, sent - MS))
                : stamp;
        for (int copy = 0; copy < copies; copy++) {
          all.add(new Delivery(whole, sent + random.nextInt(200) * MS));
        }
      }
    }
    all.sort((a, b) -> Long.compare(a.received, b.received));
    return all;
  }

  private static void read(ArrivalLedger ledger, Delivery each) {
    Arrival arrival = ledger.arrived(each.stamp, each.received);
    if (arrival == Arrival.FIRST && each.stamp.flow().equals("commandQuery")) {
      if (each.stamp.n() % 50 == 0) {
        ledger.writeFailed("commandQuery", "recordTooLarge");
      } else {
        ledger.written("commandQuery", each.stamp.n());
      }
    }
  }

  private static BackendBook book(ArrivalLedger ledger, double seconds) {
    return ledger.book("several", true, true, seconds, null);
  }

  private static DeviceBook devices() {
    LatencyHistogram none = new LatencyHistogram();
    return new DeviceBook(
        DeviceBook.VERSION,
        RUN.toString(),
        "several",
        true,
        null,
        RunTimeline.of(0, List.of()),
        new DeviceBook.FleetCounts(DEVICES, 0, 0, Map.of(), 0, none, null, null, null),
        Map.of(),
        null,
        new GeneratorBook(new GeneratorHealth(none.summary(), 1, 0, 0, List.of()), none, null));
  }

  private static BackendBook merged(List<BackendBook> books) throws MergeRefusal, IOException {
    List<BookSources.Book<BackendBook>> found = new ArrayList<>();
    books.forEach(each -> found.add(new BookSources.Book<>("book " + found.size(), each)));
    return MergedBooks.backend(devices(), found);
  }

  private JsonNode flows(BackendBook book) throws Exception {
    Path file = directory.resolve("book.json");
    ResultFiles.write(file, book);
    return new ObjectMapper().readTree(Files.readString(file)).path("flows");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theirBooksAreThoseOfOneWhateverTheOrderOfPartitions(int count) throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Delivery> all = deliveries(random);
      ArrivalLedger one = ledger(Shard.WHOLE);
      all.forEach(each -> read(one, each));

      // Of a partition the order is fixed; a backend polls its partitions in any order.
      Map<Integer, ArrivalLedger> several = new HashMap<>();
      Map<String, List<Delivery>> byPartition = new HashMap<>();
      all.forEach(
          each ->
              byPartition
                  .computeIfAbsent(
                      PARTITIONS.get(each.stamp.flow()) + "-" + each.partition(),
                      key -> new ArrayList<>())
                  .add(each));
      List<List<Delivery>> partitions = new ArrayList<>(byPartition.values());
      while (!partitions.isEmpty()) {
        List<Delivery> from = partitions.get(random.nextInt(partitions.size()));
        Delivery next = from.remove(0);
        int number = next.partition() % count + 1;
        read(several.computeIfAbsent(number, key -> ledger(new Shard(number, count))), next);
        partitions.removeIf(List::isEmpty);
      }
      List<BackendBook> books = new ArrayList<>();
      several.values().forEach(each -> books.add(book(each, books.size() + 1)));

      assertThat(books).hasSize(count);
      assertThat(flows(merged(books))).isEqualTo(flows(book(one, 1)));
      assertThat(flows(book(one, 1)).at("/telemetry/measured/outOfOrder").asInt()).isPositive();
      assertThat(flows(book(one, 1)).at("/telemetry/measured/duplicate").asInt()).isPositive();
    }
  }

  @Test
  void aBookThatIsMissingOrGivenTwiceIsNamed() {
    BackendBook first = book(ledger(new Shard(1, 3)), 1);
    BackendBook third = book(ledger(new Shard(3, 3)), 2);
    assertThatThrownBy(() -> merged(List.of(first, third)))
        .isInstanceOf(MergeRefusal.class)
        .hasMessage("missing: backend-book.json of backend 2/3");
    assertThatThrownBy(() -> merged(List.of(first, first, third)))
        .isInstanceOf(MergeRefusal.class)
        .hasMessageStartingWith("book 1: ")
        .hasMessageContainingAll("1/3", "book 0");
    assertThatThrownBy(() -> merged(List.of(first, book(ledger(new Shard(2, 2)), 2))))
        .isInstanceOf(MergeRefusal.class)
        .hasMessageStartingWith("book 1: ")
        .hasMessageContainingAll("2/2", "book 0", "1/3");
  }

  @Test
  void aCommandOfAnotherBackendSaysNothingOfThisOnesClock() {
    Stamp answer =
        new Stamp(RUN, "commandResponse", Period.MEASURED, 1, 4, START, START)
            .with(new Stamp.Legs(START, START + 5 * MS, START + 6 * MS, START + 9 * MS));
    ArrivalLedger alone = ledger(Shard.WHOLE);
    ArrivalLedger part = ledger(new Shard(1, 2));
    alone.arrived(answer, START + 20 * MS);
    part.arrived(answer, START + 20 * MS);

    assertThat(book(alone, 1).clocks().shards().get(1)).isNotNull();
    assertThat(book(part, 1).clocks().shards().get(1)).isNull();
    part.arrived(new Stamp(RUN, "commandQuery", Period.MEASURED, 1, 5, START, START), START + MS);
    part.arrived(
        new Stamp(RUN, "commandResponse", Period.MEASURED, 1, 5, START, START).with(answer.legs()),
        START + 20 * MS);
    assertThat(book(part, 1).clocks().shards().get(1)).isNotNull();
  }
}
