package io.fleetload.results;

import java.util.Locale;
import java.util.Map;

/**
 * The backend's half of the books: which messages arrived, which commands it wrote, which answers
 * it saw.
 *
 * @param version format of this file
 * @param runId the run whose messages were counted
 * @param runName the profile's {@code run.name}
 * @param complete false while the run goes on, and for ever when it was killed
 * @param caughtUp whether the backend read everything that was in the topics when it was stopped
 * @param behind why it did not; null where it did, and in the book of an earlier version
 * @param runSeconds how long it ran, in s
 * @param flows what arrived, by flow name
 * @param commands the commands it wrote
 * @param foreign messages with another run's stamp
 * @param unstamped messages without a stamp
 * @param shard which part of the run it received; null for a whole run, the usual case: one backend
 *     receives what all shards of the device side send
 * @param health what the backend simulator says of itself; null in an earlier version's book, and
 *     before the first message of the measured phase
 */
public record BackendBook(
    int version,
    String runId,
    String runName,
    boolean complete,
    boolean caughtUp,
    Behind behind,
    double runSeconds,
    Map<String, Flow> flows,
    Commands commands,
    long foreign,
    long unstamped,
    Shard shard,
    Health health) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 1;

  /** The file's name in the run's directory. */
  public static final String FILE = "backend-book.json";

  /** Refuses a book of another format. */
  public BackendBook {
    Format.check(version, VERSION);
  }

  /**
   * Why a backend did not read everything that was in the topics when it was stopped.
   *
   * @param source what it reads from, with its address
   * @param left how many records were left when its time was up; null where nobody knows, because
   *     the source did not answer
   */
  public record Behind(String source, Long left) {
    /** The same in a sentence. */
    public String sentence() {
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
  boolean leftUnread() {
    return complete && !caughtUp;
  }

  /** The same book, of a backend that could not read to the end. */
  public BackendBook with(Behind why) {
    return new BackendBook(
        version,
        runId,
        runName,
        complete,
        false,
        why,
        runSeconds,
        flows,
        commands,
        foreign,
        unstamped,
        shard,
        health);
  }

  /** A flow as the backend saw it; of a flow that it never saw, nothing arrived. */
  Flow flow(String name) {
    Flow seen = flows.get(name);
    return seen != null
        ? seen
        : new Flow(
            new Receipts(0, 0, 0), new Receipts(0, 0, 0), new LatencyHistogram(), new MessageSet());
  }

  /**
   * One flow as the backend saw it.
   *
   * @param warmUp counts of messages stamped as warm-up
   * @param measured counts of messages stamped as measured
   * @param endToEnd from the device's actual send time to the backend's receipt, in ns, first
   *     copies of measured messages
   * @param received numbers of the messages that arrived
   * @param troubles duplicates and overtaken messages of the measured phase, by device index
   */
  public record Flow(
      Receipts warmUp,
      Receipts measured,
      LatencyHistogram endToEnd,
      MessageSet received,
      Map<Integer, Trouble> troubles) {

    /** Takes a book without troubles as one in which there were none. */
    public Flow {
      troubles = troubles == null ? Map.of() : troubles;
    }

    /** A flow without a book of troubles. */
    public Flow(
        Receipts warmUp, Receipts measured, LatencyHistogram endToEnd, MessageSet received) {
      this(warmUp, measured, endToEnd, received, Map.of());
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
  public record Health(GeneratorHealth said, LatencyHistogram lag, LatencyHistogram loopDelay) {}

  /**
   * What went wrong with a device's messages on their way.
   *
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same flow
   */
  public record Trouble(long duplicate, long outOfOrder) {}

  /**
   * Arrivals in one period.
   *
   * @param records all arrivals, duplicates included
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same device and flow
   */
  public record Receipts(long records, long duplicate, long outOfOrder) {}

  /**
   * The commands.
   *
   * @param written numbers of the queries whose command the messaging system acknowledged
   * @param writeFailed commands that were not written, by cause
   * @param writeUnknown numbers of the queries whose command was handed over and never
   *     acknowledged: it may be written or not; none in a book of an earlier version
   * @param refused numbers of the queries whose command the target reported as undeliverable
   * @param legs how long each leg took, in ns, by {@link Leg#key()}; answers of the measured phase,
   *     corrected by the clocks
   * @param clocks how far the two sides' clocks are apart
   */
  public record Commands(
      MessageSet written,
      Map<String, Long> writeFailed,
      MessageSet writeUnknown,
      MessageSet refused,
      Map<String, LatencyHistogram> legs,
      DeviceClocks clocks) {

    /** Takes a book without legs or clocks as one in which none was measured. */
    public Commands {
      writeUnknown = writeUnknown == null ? new MessageSet() : writeUnknown;
      legs = legs == null ? Map.of() : legs;
      clocks = clocks == null ? DeviceClocks.UNKNOWN : clocks;
    }

    /** Commands without a book of legs, each of them written or not. */
    public Commands(MessageSet written, Map<String, Long> writeFailed, MessageSet refused) {
      this(written, writeFailed, new MessageSet(), refused, Map.of(), null);
    }
  }
}
