// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The notifications that the measured requests of one flow had to cause. */
final class NotifiedFlow {
  /** Beyond these the ones that lack most are kept; bounds the memory of a run that lost all. */
  private static final int MOST_KEPT = 1_000;

  private final String name;
  private final MessageSet confirmed;
  private final RoundRobin turns;
  private final List<ReceiverBook> receivers;

  /** By the number of a receiver of an entity: the subscription that it is. */
  private final List<String> subscriptions = new ArrayList<>();

  /**
   * The notifications of a flow.
   *
   * @param profile the run's, as its result has it
   */
  NotifiedFlow(
      String name, DeviceBook.DeviceFlow sent, BackendBook.BackendFlow received, JsonNode profile) {
    this.name = name;
    this.confirmed = sent.numbering().measured(sent.ok());
    this.turns = sent.numbering().turns();
    this.receivers = received.receivers() == null ? alone(received) : received.receivers();
    int group = 0;
    for (JsonNode each : profile.path("subscriptions")) {
      String type = each.path("type").asText();
      int watching = each.path("each").asInt(1);
      for (int i = 0; i < watching; i++) {
        subscriptions.add(
            "subscriptions[%d] of %s%s"
                .formatted(
                    group, type, watching == 1 ? "" : ", %d of %d".formatted(i + 1, watching)));
      }
      group++;
    }
  }

  private static List<ReceiverBook> alone(BackendBook.BackendFlow received) {
    return List.of(
        new ReceiverBook(
            received.warmUp(), received.measured(), received.received(), times(received)));
  }

  /** The times of the flow, which are those of its one receiver. */
  private static ReceiverBook.ReceiverTimes times(BackendBook.BackendFlow received) {
    LatencyHistogram times = received.endToEnd();
    return new ReceiverBook.ReceiverTimes(
        times.count(), Math.round(times.mean() * times.count()), times.max());
  }

  /**
   * Notifications of a subscription, or of all the subscriptions of entities that are of one kind.
   */
  record OfSubscription(
      String flow,
      String subscription,
      long confirmed,
      long notified,
      BackendBook.ReceiptCounts receipts,
      ReceiverBook.ReceiverTimes times) {
    Object[] cells() {
      return new Object[] {
        flow,
        subscription,
        confirmed,
        notified,
        confirmed - notified,
        receipts.duplicate(),
        receipts.outOfOrder(),
        times.count() == 0 ? null : (Double) (times.sumNanos() / 1e6 / times.count()),
        times.count() == 0 ? null : (Double) (times.longestNanos() / 1e6)
      };
    }

    OfSubscription plus(OfSubscription other) {
      return new OfSubscription(
          flow,
          subscription,
          confirmed + other.confirmed,
          notified + other.notified,
          receipts.plus(other.receipts),
          times.plus(other.times));
    }
  }

  /** The subscriptions in the profile's order. */
  List<OfSubscription> subscriptions() {
    Map<String, OfSubscription> all = new LinkedHashMap<>();
    for (int i = 0; i < receivers.size(); i++) {
      ReceiverBook book = receivers.get(i);
      all.merge(
          subscription(i),
          new OfSubscription(
              name,
              subscription(i),
              confirmed.size(),
              confirmed.and(book.received()).size(),
              book.measured(),
              book.times()),
          OfSubscription::plus);
    }
    return List.copyOf(all.values());
  }

  private String subscription(int receiver) {
    return subscriptions.get(receiver % subscriptions.size());
  }

  /** The entities that lack most. */
  List<LostOfEntity> worst() {
    List<LostOfEntity> all = new ArrayList<>();
    for (int i = 0; turns != null && i < receivers.size(); i++) {
      new Lost(i, all).look();
    }
    return LostOfEntity.worst(all);
  }

  /** Looks for what one receiver lacks. */
  private final class Lost {
    private final int receiver;
    private final MessageSet arrived;
    private final List<LostOfEntity> all;
    private final Map<Integer, List<Integer>> things = new LinkedHashMap<>();
    private int last = -1;

    Lost(int receiver, List<LostOfEntity> all) {
      this.receiver = receiver;
      this.arrived = receivers.get(receiver).received();
      this.all = all;
    }

    void look() {
      confirmed.minus(arrived).forEach(this::add);
      end();
    }

    /** Numbers grow, so a new iteration means that no more comes of those before it. */
    private void add(int n) {
      int thing = turns.step() ? n / turns.each() : turns.device(n);
      if (turns.step() && !things.containsKey(thing)) {
        end();
      }
      things.computeIfAbsent(thing, none -> new ArrayList<>()).add(n);
    }

    private void end() {
      things.values().forEach(numbers -> all.add(lost(numbers)));
      things.clear();
      if (all.size() > MOST_KEPT) {
        List<LostOfEntity> worst = LostOfEntity.worst(all);
        all.clear();
        all.addAll(worst);
      }
    }

    private LostOfEntity lost(List<Integer> numbers) {
      int first = numbers.get(0);
      int newest = newest(first);
      return new LostOfEntity(
          name,
          subscription(receiver),
          receiver / subscriptions.size(),
          turns.device(first),
          first / turns.each(),
          first,
          numbers.size(),
          numbers.stream().filter(n -> n < newest).count());
    }

    /** The newest that arrived of what a lost message is of; that message itself where none did. */
    private int newest(int lost) {
      int step = turns.step() ? 1 : turns.devices();
      int newest =
          turns.step()
              ? (lost / turns.each() + 1) * turns.each() - 1
              : last() - Math.floorMod(turns.device(last()) - turns.device(lost), step);
      while (newest > lost && !arrived.contains(newest)) {
        newest -= step;
      }
      return newest;
    }

    private int last() {
      if (last < 0) {
        arrived.forEach(n -> last = n);
      }
      return Math.max(0, last);
    }
  }
}
