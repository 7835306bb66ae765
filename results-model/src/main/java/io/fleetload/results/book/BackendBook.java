// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.format.Format;
import io.fleetload.results.format.Required;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.Leg;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The backend's half of the books: which messages arrived, which commands it wrote, which answers
 * it saw.
 *
 * @param version format of this file
 * @param runId the run whose messages were counted
 * @param runName the profile's {@code run.name}
 * @param shard which part of the run it received; null for a whole run, the usual case: one backend
 *     receives what all shards of the device side send
 * @param reading how far it read
 * @param flows what arrived, by flow name
 * @param clocks how far the two sides' clocks are apart
 * @param strangers what arrived and is of no flow of the run
 * @param health what the backend simulator says of itself; null in an earlier version's book, and
 *     before the first message of the measured phase
 */
public record BackendBook(
    int version,
    @Required String runId,
    @Required String runName,
    Shard shard,
    @JsonUnwrapped @Required Reading reading,
    @Required Map<String, Flow> flows,
    @Required DeviceClocks clocks,
    @JsonUnwrapped @Required Strangers strangers,
    Health health) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 2;

  /** The file's name in the run's directory. */
  public static final String FILE = "backend-book.json";

  /** Refuses a book of another format. */
  public BackendBook {
    Format.check(version, VERSION);
  }

  /**
   * How far a backend read.
   *
   * @param complete false while the run goes on, and for ever when it was killed
   * @param caughtUp whether it read everything that was in the topics when it was stopped
   * @param behind why it did not; null where it did, and in the book of an earlier version
   * @param runSeconds how long it ran, in s
   * @param part which of the backends that share what the target delivers
   */
  public record Reading(
      boolean complete, boolean caughtUp, Behind behind, double runSeconds, Shard part) {

    /** The book of an earlier version is of a backend that received everything. */
    public Reading {
      part = part == null ? Shard.WHOLE : part;
    }

    /** Of a backend that receives everything. */
    public Reading(boolean complete, boolean caughtUp, Behind behind, double runSeconds) {
      this(complete, caughtUp, behind, runSeconds, Shard.WHOLE);
    }

    /** What several backends of one run read. Why the first that did not catch up did not. */
    public Reading plus(Reading other) {
      return new Reading(
          complete && other.complete,
          caughtUp && other.caughtUp,
          behind == null ? other.behind : behind,
          Math.max(runSeconds, other.runSeconds));
    }
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
   * Why a backend did not read everything that was in the topics when it was stopped.
   *
   * @param source what it reads from, with its address
   * @param left how many records were left when its time was up; null where nobody knows, because
   *     the source did not answer; {@link #STILL_COMING} where it was not at its end, {@link
   *     #CUT_SHORT} where a signal ended the wait for it
   */
  public record Behind(@Required String source, Long left) {
    /** Of a source that still delivered when the time was up. */
    public static final Long STILL_COMING = -1L;

    /** Of a source that a signal left no time: what it still had is no fault of it. */
    public static final Long CUT_SHORT = -2L;

    /** Whether a signal ended the wait for it. */
    @JsonIgnore
    public boolean isCutShort() {
      return CUT_SHORT.equals(left);
    }

    /** The same in a sentence. */
    public String sentence() {
      if (isCutShort()) {
        return "a signal cut short the wait for what %s still had to deliver".formatted(source);
      }
      if (STILL_COMING.equals(left)) {
        return "the backend could not read to the end: %s still delivered when its time was up"
            .formatted(source);
      }
      return "the backend could not read to the end: "
          + (left == null
              ? source + " did not answer"
              : String.format(
                  Locale.ROOT, "%,d records were left in %s when its time was up", left, source));
    }
  }

  /**
   * Whether its backend came to its end without having read all there was: what it did not read is
   * neither delivered nor lost.
   */
  public boolean leftUnread() {
    return reading.complete && !reading.caughtUp;
  }

  /** The same book, of a backend that could not read to the end. */
  public BackendBook with(Behind why) {
    return new BackendBook(
        version,
        runId,
        runName,
        shard,
        new Reading(reading.complete, false, why, reading.runSeconds, reading.part),
        flows,
        clocks,
        strangers,
        health);
  }

  /** A flow as the backend saw it; of a flow that it never saw, nothing arrived. */
  public Flow flow(String name) {
    Flow seen = flows.get(name);
    return seen != null ? seen : Flow.withoutMessages();
  }

  /** How long each leg of a command took, in ns, by {@link Leg#key()}, over all flows. */
  public Map<String, LatencyHistogram> legs() {
    return Commands.legs(
        flows.values().stream().map(Flow::commands).filter(Objects::nonNull).toList());
  }

  /** The commands that answered a flow's messages; none of a flow that asks for none. */
  public Commands commands(String flow) {
    Flow seen = flows.get(flow);
    return seen == null || seen.commands == null ? Commands.NONE : seen.commands;
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
   * @param firstMeasured number of the first measured message that arrived; null where none did.
   *     Numbers grow with due times, so it parts warm-up from measured for whatever belongs to a
   *     message that arrived
   * @param commands the commands that answered its messages; null for a flow that asks for none
   * @param stored what the store behind the target holds of it; null where it was not read
   * @param receivers what each receiver got, by its number, where messages have several; the counts
   *     and times above are of all deliveries then. Null where they have one
   * @param flawed which messages arrived otherwise than they were sent; null in an earlier
   *     version's book
   * @param late numbers of the messages that arrived after the devices had ended, while the backend
   *     waited for them, at any of their receivers; null in an earlier version's book
   */
  public record Flow(
      @Required Receipts warmUp,
      @Required Receipts measured,
      @Required LatencyHistogram endToEnd,
      @Required MessageSet received,
      @Required Map<Integer, Trouble> troubles,
      Integer firstMeasured,
      Commands commands,
      StoredMessages stored,
      List<ReceiverBook> receivers,
      Flawed flawed,
      MessageSet late) {

    /** One of which each message arrived as it was sent and in time, if it arrived. */
    public Flow(
        Receipts warmUp,
        Receipts measured,
        LatencyHistogram endToEnd,
        MessageSet received,
        Map<Integer, Trouble> troubles,
        Integer firstMeasured,
        Commands commands,
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
          Flawed.none(),
          new MessageSet());
    }

    private static Flow withoutMessages() {
      return new Flow(
          Receipts.NONE,
          Receipts.NONE,
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
    public Flow with(Commands answered) {
      return new Flow(
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
          late);
    }

    /** The same with what the store holds. */
    public Flow with(StoredMessages held) {
      return new Flow(
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
          late);
    }

    /** The same with the messages that arrived otherwise than they were sent. */
    public Flow with(Flawed wrong) {
      return new Flow(
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
          late);
    }

    /** The same with the messages that arrived after the devices had ended. */
    public Flow withLate(MessageSet numbers) {
      return new Flow(
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
          numbers);
    }
  }

  /**
   * How well the backend simulator kept up, from the first to the last message of the measured
   * phase that it received.
   *
   * @param said what it says of itself
   * @param lag the whole distribution of its lag, in ns, so that several backends can be added
   * @param loopDelay the whole distribution of its loop delay, in ns
   */
  public record Health(
      @Required GeneratorHealth said, @Required LatencyHistogram lag, LatencyHistogram loopDelay) {}

  /**
   * What went wrong with a device's messages on their way.
   *
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same flow
   */
  public record Trouble(long duplicate, long outOfOrder) {

    /** These and more. */
    public Trouble plus(Trouble other) {
      return new Trouble(duplicate + other.duplicate, outOfOrder + other.outOfOrder);
    }
  }

  /**
   * Arrivals in one period.
   *
   * @param records all arrivals, duplicates included
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same device and flow
   */
  public record Receipts(long records, long duplicate, long outOfOrder) {
    public static final Receipts NONE = new Receipts(0, 0, 0);

    /** These and more. */
    public Receipts plus(Receipts other) {
      return new Receipts(
          records + other.records, duplicate + other.duplicate, outOfOrder + other.outOfOrder);
    }
  }

  /**
   * The commands that answered the messages of a flow.
   *
   * @param written numbers of the queries whose command the messaging system acknowledged
   * @param writeFailed commands that were not written, by cause
   * @param writeUnknown numbers of the queries whose command was handed over and never
   *     acknowledged: it may be written or not
   * @param refused numbers of the queries whose command the target reported as undeliverable
   * @param legs how long each leg took, in ns, by {@link Leg#key()}; answers of the measured phase,
   *     corrected by the clocks
   */
  public record Commands(
      @Required MessageSet written,
      @Required Map<String, Long> writeFailed,
      @Required MessageSet writeUnknown,
      @Required MessageSet refused,
      @Required Map<String, LatencyHistogram> legs) {
    static final Commands NONE = new Commands(new MessageSet(), Map.of(), new MessageSet());

    private static Map<String, LatencyHistogram> legs(List<Commands> parts) {
      Map<String, LatencyHistogram> sums = new LinkedHashMap<>();
      for (Commands part : parts) {
        part.legs()
            .forEach(
                (leg, times) ->
                    sums.computeIfAbsent(leg, each -> new LatencyHistogram()).add(times));
      }
      return sums;
    }

    /** Commands without a book of legs, each of them written or not. */
    public Commands(MessageSet written, Map<String, Long> writeFailed, MessageSet refused) {
      this(written, writeFailed, new MessageSet(), refused, Map.of());
    }

    /** These and those that another backend wrote to answer messages of the same flow. */
    public Commands plus(Commands others) {
      return new Commands(
          written.or(others.written),
          CountsByKey.sum(writeFailed, others.writeFailed),
          writeUnknown.or(others.writeUnknown),
          refused.or(others.refused),
          legs(List.of(this, others)));
    }
  }
}
