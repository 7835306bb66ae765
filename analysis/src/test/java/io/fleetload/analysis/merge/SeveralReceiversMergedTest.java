// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backends that each saw a part of what a message's receivers got. */
class SeveralReceiversMergedTest {
  private static final Golden WORDS = Golden.of("merge");
  private static final int RECEIVERS = 5;
  private static final int MESSAGES = 400;
  private static final FlowNumbers NUMBERING =
      new FlowNumbers(100, MESSAGES, new RoundRobin(7, 0, "device-{index}"));

  /** One copy of a message. */
  private record Copy(int n, int receiver, int nanos, int backend) {}

  private static List<Copy> copies(long seed) {
    Random random = new Random(seed);
    List<Copy> copies = new ArrayList<>();
    for (int n = 0; n < MESSAGES; n++) {
      for (int receiver = 0; receiver < RECEIVERS; receiver++) {
        // The copies of a message took the same time: whichever came first is the timed one.
        int nanos = random.nextInt(1_000_000);
        for (int copy = Math.max(0, random.nextInt(12) - 8); copy >= 0; copy--) {
          if (random.nextInt(10) > 0) {
            copies.add(new Copy(n, receiver, nanos, random.nextInt(3)));
          }
        }
      }
    }
    return copies;
  }

  /** The book of who saw these copies. */
  private static BackendBook.BackendFlow flow(List<Copy> copies) {
    List<ReceiverBook> receivers = new ArrayList<>();
    Map<Integer, BackendBook.DeviceTrouble> troubles = new TreeMap<>();
    LatencyHistogram times = new LatencyHistogram();
    ReceiptCounts warmUp = ReceiptCounts.NONE;
    ReceiptCounts measured = ReceiptCounts.NONE;
    MessageSet anywhere = new MessageSet();
    for (int r = 0; r < RECEIVERS; r++) {
      MessageSet received = new MessageSet();
      ReceiptCounts inWarmUp = ReceiptCounts.NONE;
      ReceiptCounts inMeasured = ReceiptCounts.NONE;
      ReceiverBook.ReceiverTimes took = ReceiverBook.UNTIMED;
      for (Copy copy : copies) {
        if (copy.receiver == r) {
          boolean first = received.add(copy.n);
          boolean isMeasured = copy.n >= NUMBERING.measuredFrom();
          ReceiptCounts one = new ReceiptCounts(1, first ? 0 : 1, 0);
          inWarmUp = isMeasured ? inWarmUp : inWarmUp.plus(one);
          inMeasured = isMeasured ? inMeasured.plus(one) : inMeasured;
          if (isMeasured && !first) {
            troubles.merge(
                NUMBERING.turns().device(copy.n),
                new BackendBook.DeviceTrouble(1, 0),
                BackendBook.DeviceTrouble::plus);
          }
          if (isMeasured && first) {
            took = took.plus(new ReceiverBook.ReceiverTimes(1, copy.nanos, copy.nanos));
            times.record(copy.nanos);
          }
        }
      }
      receivers.add(new ReceiverBook(inWarmUp, inMeasured, received, took));
      warmUp = warmUp.plus(inWarmUp);
      measured = measured.plus(inMeasured);
      anywhere = anywhere.or(received);
    }
    return new BackendBook.BackendFlow(
        warmUp, measured, times, anywhere, troubles, null, null, null, receivers);
  }

  private static BackendBook book(List<Copy> copies, double seconds) {
    return book(flow(copies), seconds);
  }

  private static BackendBook book(BackendBook.BackendFlow flow, double seconds) {
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "random",
        null,
        new BackendReading(true, true, null, seconds),
        Map.of("telemetry", flow),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }

  private static BackendBook.BackendFlow sum(BackendBook... parts) {
    BackendSum sum = new BackendSum(Map.of("telemetry", NUMBERING), parts.length);
    for (BackendBook each : parts) {
      sum.add(each);
    }
    return sum.book().flows().get("telemetry");
  }

  private static List<Copy> at(List<Copy> copies, int backend) {
    return copies.stream().filter(each -> each.backend == backend).toList();
  }

  /** A message that two backends got at one receiver is timed at both; only counts are compared. */
  private static List<?> counts(BackendBook.BackendFlow flow) {
    return List.of(
        flow.warmUp(),
        flow.measured(),
        flow.troubles(),
        ResultFiles.tree(flow).path("received"),
        flow.receivers().stream().map(ReceiverBook::warmUp).toList(),
        flow.receivers().stream().map(ReceiverBook::measured).toList(),
        ResultFiles.tree(flow).path("receivers").findValues("received"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void copiesDealtToBackendsAtRandomMergeToWhatOneWouldHaveSeen(long seed) {
    List<Copy> all = copies(seed);
    BackendBook.BackendFlow merged =
        sum(book(at(all, 0), 1), book(at(all, 1), 2), book(at(all, 2), 3));
    assertThat(merged.measured().duplicate()).isPositive();
    assertThat(counts(merged)).isEqualTo(counts(flow(all)));
  }

  @Test
  void receiversDealtToBackendsMergeToTheSameBook() {
    List<Copy> all =
        copies(9).stream()
            .map(each -> new Copy(each.n, each.receiver, each.nanos, each.receiver % 3))
            .toList();
    assertThat(ResultFiles.tree(sum(book(at(all, 0), 1), book(at(all, 1), 2), book(at(all, 2), 3))))
        .isEqualTo(ResultFiles.tree(flow(all)));
  }

  @Test
  void aBackendThatSawNothingChangesNothing() {
    List<Copy> all = copies(10);
    assertThat(ResultFiles.tree(sum(book(all, 1), book(List.of(), 2))))
        .isEqualTo(ResultFiles.tree(flow(all)));
  }

  @Test
  void whatOneBackendGotInTimeIsNotLateWhereAnotherGotItAgain() {
    MessageSet late =
        sum(
                received(numbers(0, 3), numbers(2, 3)),
                received(numbers(1, 2).or(numbers(3, 4)), numbers(0, 4)))
            .late();

    assertThat(late.size()).isEqualTo(2);
    assertThat(late.contains(2)).isTrue();
    assertThat(late.contains(3)).isTrue();
  }

  /** The book of a backend, of a flow with one receiver. */
  private static BackendBook received(MessageSet received, MessageSet late) {
    BackendBook.BackendFlow flow =
        new BackendBook.BackendFlow(
                new ReceiptCounts(received.size(), 0, 0),
                ReceiptCounts.NONE,
                new LatencyHistogram(),
                received,
                Map.of(),
                null,
                null,
                null,
                null)
            .withLate(received.and(late));
    return book(flow, 1);
  }

  private static MessageSet numbers(int from, int to) {
    MessageSet numbers = new MessageSet();
    IntStream.range(from, to).forEach(numbers::add);
    return numbers;
  }

  @Test
  void backendsOfOtherReceiversAreNoCopiesOfEachOther() throws Exception {
    List<Copy> some = new ArrayList<>();
    List<Copy> others = new ArrayList<>();
    for (int n = 0; n < MESSAGES; n++) {
      some.add(new Copy(n, 0, 1, 0));
      others.add(new Copy(n, 1, 1, 0));
    }
    DeviceBook device =
        new RandomRun(3, 300).device(new Shard(1, 1), RandomRun.DEVICES, 0, n -> true);
    BackendsOfOneRun run = new BackendsOfOneRun("device", device);
    run.check("one", book(some, 5));
    run.check("two", book(others, 5));
    assertThatThrownBy(() -> run.check("three", book(some, 5)))
        .message()
        .startsWith("three: ")
        .satisfies(message -> WORDS.says(message, "three: ", "one"));
  }
}
