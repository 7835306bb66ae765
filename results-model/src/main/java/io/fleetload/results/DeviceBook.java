package io.fleetload.results;

import java.util.List;
import java.util.Map;

/**
 * The device side's half of the books: what was due, what was sent, what came of it.
 *
 * @param version format of this file
 * @param runId identifies the run on the wire: hexadecimal, in every message stamp
 * @param runName the profile's {@code run.name}
 * @param complete false while the run goes on, and for ever when it was killed or interrupted
 * @param measuredSeconds length of the measured phase, in s
 * @param phases the phases with their times
 * @param devices what became of the connections
 * @param flows by flow name
 * @param generator how well the generator itself kept time
 * @param shard which part of the run this is; null for a whole run
 * @param generatorLag from a message's due time until the generator turned to it, in ns, measured
 *     phase: what {@code generator.lag} was read off; null in a book that no other is added to
 */
public record DeviceBook(
    int version,
    String runId,
    String runName,
    boolean complete,
    double measuredSeconds,
    List<PhaseTimes> phases,
    Devices devices,
    Map<String, Flow> flows,
    GeneratorHealth generator,
    Shard shard,
    LatencyHistogram generatorLag) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 1;

  /** The file's name in the run's directory. */
  public static final String FILE = "device-book.json";

  /** Refuses a book of another format. */
  public DeviceBook {
    Format.check(version, VERSION);
  }

  /** The book of a whole run. */
  public DeviceBook(
      int version,
      String runId,
      String runName,
      boolean complete,
      double measuredSeconds,
      List<PhaseTimes> phases,
      Devices devices,
      Map<String, Flow> flows,
      GeneratorHealth generator) {
    this(
        version,
        runId,
        runName,
        complete,
        measuredSeconds,
        phases,
        devices,
        flows,
        generator,
        null,
        null);
  }

  /**
   * A phase of the run.
   *
   * @param name connect, ramp, warm-up, measure or drain
   * @param startEpochMs when it began, ms since the epoch
   * @param endEpochMs when it ended; 0 while it goes on
   */
  public record PhaseTimes(String name, long startEpochMs, long endEpochMs) {}

  /**
   * Connections of the fleet.
   *
   * @param asked devices that the profile asks for
   * @param connected devices with a session when the flows began
   * @param attempts connection attempts, with retries
   * @param failed failed attempts by cause
   * @param disconnects sessions lost during the run
   * @param connectTime how long a successful attempt took, in ns
   */
  public record Devices(
      long asked,
      long connected,
      long attempts,
      Map<String, Long> failed,
      long disconnects,
      LatencyHistogram connectTime) {}

  /**
   * One flow.
   *
   * @param asked the rate that the profile asks for, msg/s; null for a flow that only answers
   * @param measuredFrom number of the first message that was due in the measured phase
   * @param measuredTo number after the last one
   * @param warmUp counts of the messages due before the measured phase
   * @param measured counts of the messages due in it
   * @param response from the intended send time to the outcome, messages that went well
   * @param service from the actual send time to the outcome, messages that went well
   * @param sent numbers of the messages handed to the wire
   * @param ok numbers of those confirmed
   * @param perSecond the course of it
   * @param cold the first contact of each device; null where it was not booked
   * @param turns which device sends which message; null where it was not booked
   */
  public record Flow(
      Double asked,
      long measuredFrom,
      long measuredTo,
      FlowCounts warmUp,
      FlowCounts measured,
      LatencyHistogram response,
      LatencyHistogram service,
      MessageSet sent,
      MessageSet ok,
      PerSecond perSecond,
      Cold cold,
      Turns turns) {

    /** A flow without a book of first contacts. */
    public Flow(
        Double asked,
        long measuredFrom,
        long measuredTo,
        FlowCounts warmUp,
        FlowCounts measured,
        LatencyHistogram response,
        LatencyHistogram service,
        MessageSet sent,
        MessageSet ok,
        PerSecond perSecond) {
      this(
          asked,
          measuredFrom,
          measuredTo,
          warmUp,
          measured,
          response,
          service,
          sent,
          ok,
          perSecond,
          null,
          null);
    }
  }
}
