package io.fleetload.results;

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
 * @param runSeconds how long it ran, in s
 * @param flows what arrived, by flow name
 * @param commands the commands it wrote
 * @param foreign messages with another run's stamp
 * @param unstamped messages without a stamp
 * @param shard which part of the run it received; null for a whole run, the usual case: one backend
 *     receives what all shards of the device side send
 */
public record BackendBook(
    int version,
    String runId,
    String runName,
    boolean complete,
    boolean caughtUp,
    double runSeconds,
    Map<String, Flow> flows,
    Commands commands,
    long foreign,
    long unstamped,
    Shard shard) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 1;

  /** The file's name in the run's directory. */
  public static final String FILE = "backend-book.json";

  /** Refuses a book of another format. */
  public BackendBook {
    Format.check(version, VERSION);
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
   * @param writeFailed commands that could not be written, by cause
   * @param refused numbers of the queries whose command the target reported as undeliverable
   * @param legs how long each leg took, in ns, by {@link Leg#key()}; answers of the measured phase
   * @param clock how far the two sides' clocks are apart; null while no answer was seen
   */
  public record Commands(
      MessageSet written,
      Map<String, Long> writeFailed,
      MessageSet refused,
      Map<String, LatencyHistogram> legs,
      ClockOffset clock) {

    /** Takes a book without legs as one in which none was measured. */
    public Commands {
      legs = legs == null ? Map.of() : legs;
    }

    /** Commands without a book of legs. */
    public Commands(MessageSet written, Map<String, Long> writeFailed, MessageSet refused) {
      this(written, writeFailed, refused, Map.of(), null);
    }
  }
}
