// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.format.Format;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.session.AnnouncedEvents;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.Leg;
import io.fleetload.results.time.TimeBlocks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The backend's half of the books: which messages arrived, which commands it wrote, which answers
 * it saw.
 *
 * @param version format of this file
 * @param runId identifies the run of the counted messages
 * @param runName the profile's {@code run.name}
 * @param shard which part of the run it received; null for a whole run, the usual case: one backend
 *     receives what all shards of the device side send
 * @param reading how far it read
 * @param flows what arrived, by flow name
 * @param clocks how far the two sides' clocks are apart
 * @param strangers what arrived and is of no flow of the run
 * @param health what the backend simulator says of itself; null in an earlier version's book, and
 *     before the first message of the measured phase
 * @param kinds the pack's word for each flow that has another name; null if no flow has
 * @param announcements announcements of the devices' sessions, by the pack's word for what the
 *     target announces; null if it announces nothing
 */
public record BackendBook(
    int version,
    @RequiredPart String runId,
    @RequiredPart String runName,
    Shard shard,
    @JsonUnwrapped @RequiredPart BackendReading reading,
    @RequiredPart Map<String, BackendFlow> flows,
    @RequiredPart DeviceClocks clocks,
    @JsonUnwrapped @RequiredPart Strangers strangers,
    BackendHealth health,
    Map<String, String> kinds,
    Map<String, AnnouncedEvents.EventsOfKind> announcements) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 2;

  /** The file's name in the run's directory. */
  public static final String FILE = "backend-book.json";

  /** Refuses a book of another format. */
  public BackendBook {
    Format.check(version, VERSION);
  }

  /** A book of flows that have the names of their kinds. */
  public BackendBook(
      int version,
      String runId,
      String runName,
      Shard shard,
      BackendReading reading,
      Map<String, BackendFlow> flows,
      DeviceClocks clocks,
      Strangers strangers,
      BackendHealth health) {
    this(version, runId, runName, shard, reading, flows, clocks, strangers, health, null, null);
  }

  /** The flows of a kind, by name. */
  public Map<String, BackendFlow> ofKind(String word) {
    Map<String, BackendFlow> found = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> {
          if (word.equals(kinds == null ? name : kinds.getOrDefault(name, name))) {
            found.put(name, flow);
          }
        });
    return found;
  }

  /** The same of flows some of which have other names than their kinds. */
  public BackendBook with(Map<String, String> words) {
    return new BackendBook(
        version,
        runId,
        runName,
        shard,
        reading,
        flows,
        clocks,
        strangers,
        health,
        words,
        announcements);
  }

  /** The same with what the target announced of the devices' sessions. */
  public BackendBook announcing(Map<String, AnnouncedEvents.EventsOfKind> announced) {
    return new BackendBook(
        version, runId, runName, shard, reading, flows, clocks, strangers, health, kinds,
        announced);
  }

  /**
   * Messages that are of no flow of the run.
   *
   * @param foreign messages with another run's stamp
   * @param unstamped messages without a stamp
   */
  public record Strangers(long foreign, long unstamped) {

    /** These and those of another backend. */
    public Strangers plus(Strangers other) {
      return new Strangers(foreign + other.foreign, unstamped + other.unstamped);
    }
  }

  /**
   * Returns true if the backend came to its end without having read all there was: what it did not
   * read is neither delivered nor lost.
   */
  public boolean leftUnread() {
    return reading.complete() && !reading.caughtUp();
  }

  /** The same book, of a backend that could not read to the end. */
  public BackendBook with(BackendReading.Behind why) {
    return new BackendBook(
        version,
        runId,
        runName,
        shard,
        reading.leftOff(why),
        flows,
        clocks,
        strangers,
        health,
        kinds,
        announcements);
  }

  /** The same by blocks of time; null if they were not kept. */
  public Map<String, TimeBlocks> legBlocks() {
    return WrittenCommands.legBlocks(
        flows.values().stream().map(BackendFlow::commands).filter(Objects::nonNull).toList());
  }

  /** A flow as the backend saw it; of a flow that it never saw, nothing arrived. */
  public BackendFlow flow(String name) {
    BackendFlow seen = flows.get(name);
    return seen != null ? seen : BackendFlow.withoutMessages();
  }

  /** Time that each leg of a command took, in ns, by {@link Leg#key()}, over all flows. */
  public Map<String, LatencyHistogram> legs() {
    return WrittenCommands.legs(
        flows.values().stream().map(BackendFlow::commands).filter(Objects::nonNull).toList());
  }

  /** The commands that answered a flow's messages; none of a flow that asks for none. */
  public WrittenCommands commands(String flow) {
    BackendFlow seen = flows.get(flow);
    return seen == null || seen.commands == null ? WrittenCommands.NONE : seen.commands;
  }

  /**
   * One flow as the backend saw it.
   *
   * @param warmUp counts of messages stamped as warm-up
   * @param measured counts of messages stamped as measured
   * @param endToEnd from the device's actual send time to the backend's receipt, in ns, first
   *     copies of measured messages
   * @param received numbers of the messages that arrived, at any of their receivers
   * @param troubles duplicates and overtaken messages of the measured phase, by device index
   * @param firstMeasured number of the first measured message that arrived; null if none did.
   *     Numbers grow with due times, so it parts warm-up from measured for whatever belongs to a
   *     message that arrived
   * @param commands the commands that answered its messages; null for a flow that asks for none
   * @param stored what the store behind the target holds of it; null if it was not read
   * @param receivers what each receiver got, by its number, where messages have several; the counts
   *     and times above are of all deliveries then. Null if they have one
   * @param flawed which messages arrived otherwise than they were sent; null in an earlier
   *     version's book
   * @param late numbers of the messages that arrived after the devices had ended, while the backend
   *     waited for them, at any of their receivers; null in an earlier version's book
   * @param endToEndBlocks the end-to-end times by blocks of time; null if they were not kept
   */
  public record BackendFlow(
      @RequiredPart ReceiptCounts warmUp,
      @RequiredPart ReceiptCounts measured,
      @RequiredPart LatencyHistogram endToEnd,
      @RequiredPart MessageSet received,
      @RequiredPart Map<Integer, DeviceTrouble> troubles,
      Integer firstMeasured,
      WrittenCommands commands,
      StoredMessages stored,
      List<ReceiverBook> receivers,
      FlawedMessages flawed,
      MessageSet late,
      TimeBlocks endToEndBlocks) {

    /** One of which each message arrived as it was sent and in time, if it arrived. */
    public BackendFlow(
        ReceiptCounts warmUp,
        ReceiptCounts measured,
        LatencyHistogram endToEnd,
        MessageSet received,
        Map<Integer, DeviceTrouble> troubles,
        Integer firstMeasured,
        WrittenCommands commands,
        StoredMessages stored,
        List<ReceiverBook> receivers) {
      this(
          warmUp,
          measured,
          endToEnd,
          received,
          troubles,
          firstMeasured,
          commands,
          stored,
          receivers,
          FlawedMessages.none(),
          new MessageSet(),
          null);
    }

    private static BackendFlow withoutMessages() {
      return new BackendFlow(
          ReceiptCounts.NONE,
          ReceiptCounts.NONE,
          new LatencyHistogram(),
          new MessageSet(),
          Map.of(),
          null,
          null,
          null,
          null);
    }

    /** Numbers of the messages that arrived at each of their receivers. */
    public MessageSet receivedByAll() {
      return receivers == null ? received : ReceiverBook.receivedByAll(receivers);
    }

    /** The same with the commands that answered its messages. */
    public BackendFlow with(WrittenCommands answered) {
      return new BackendFlow(
          warmUp,
          measured,
          endToEnd,
          received,
          troubles,
          firstMeasured,
          answered,
          stored,
          receivers,
          flawed,
          late,
          endToEndBlocks);
    }

    /** The same with what the store holds. */
    public BackendFlow with(StoredMessages held) {
      return new BackendFlow(
          warmUp,
          measured,
          endToEnd,
          received,
          troubles,
          firstMeasured,
          commands,
          held,
          receivers,
          flawed,
          late,
          endToEndBlocks);
    }

    /** The same with the messages that arrived otherwise than they were sent. */
    public BackendFlow with(FlawedMessages wrong) {
      return new BackendFlow(
          warmUp,
          measured,
          endToEnd,
          received,
          troubles,
          firstMeasured,
          commands,
          stored,
          receivers,
          wrong,
          late,
          endToEndBlocks);
    }

    /** The same with the messages that arrived after the devices had ended. */
    public BackendFlow withLate(MessageSet numbers) {
      return new BackendFlow(
          warmUp,
          measured,
          endToEnd,
          received,
          troubles,
          firstMeasured,
          commands,
          stored,
          receivers,
          flawed,
          numbers,
          endToEndBlocks);
    }

    /** The same with its end-to-end times by blocks of time. */
    public BackendFlow with(TimeBlocks blocks) {
      return new BackendFlow(
          warmUp,
          measured,
          endToEnd,
          received,
          troubles,
          firstMeasured,
          commands,
          stored,
          receivers,
          flawed,
          late,
          blocks);
    }
  }

  /**
   * Delays of the backend simulator, from the first to the last message of the measured phase that
   * it received.
   *
   * @param said what it says of itself
   * @param lag the whole distribution of its lag, in ns, so that several backends can be added
   * @param loopDelay the whole distribution of its loop delay, in ns
   */
  public record BackendHealth(
      @RequiredPart GeneratorHealth said,
      @RequiredPart LatencyHistogram lag,
      LatencyHistogram loopDelay) {}

  /**
   * Duplicates and overtaken messages of one device.
   *
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same flow
   */
  public record DeviceTrouble(long duplicate, long outOfOrder) {

    /** These and more. */
    public DeviceTrouble plus(DeviceTrouble other) {
      return new DeviceTrouble(duplicate + other.duplicate, outOfOrder + other.outOfOrder);
    }
  }

  /**
   * Arrivals in one period.
   *
   * @param records all arrivals, duplicates included
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same device and flow
   */
  public record ReceiptCounts(long records, long duplicate, long outOfOrder) {
    public static final ReceiptCounts NONE = new ReceiptCounts(0, 0, 0);

    /** These and more. */
    public ReceiptCounts plus(ReceiptCounts other) {
      return new ReceiptCounts(
          records + other.records, duplicate + other.duplicate, outOfOrder + other.outOfOrder);
    }
  }
}
