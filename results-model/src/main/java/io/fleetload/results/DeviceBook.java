// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The device side's half of the books: what was due, what was sent, what came of it.
 *
 * @param version format of this file
 * @param runId identifies the run on the wire: hexadecimal, in every message stamp
 * @param runName the profile's {@code run.name}
 * @param complete false while the run goes on, and for ever when it was killed or interrupted; true
 *     where it ended by its own rules, a threshold with {@code abort} among them
 * @param measuredSeconds length of the measured phase, in s
 * @param phases the phases with their times
 * @param devices what became of the connections
 * @param flows by flow name
 * @param generator how well the generator itself kept time
 * @param shard which part of the run this is; null for a whole run
 * @param generatorLag from a message's due time until the generator turned to it, in ns, measured
 *     phase: what {@code generator.lag} was read off; null in a book that no other is added to
 * @param aborted the threshold that ended the run early; null where none did
 * @param generatorTimes the generator's other times as whole distributions; null in a book of an
 *     earlier version
 * @param start the time at which the flows were to begin; null where they began as soon as the
 *     fleet was connected
 * @param tenants the tenants that share the fleet; null where there is only one
 * @param warmUp how the warm-up ended; null before that, and in a book of an earlier version
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
    LatencyHistogram generatorLag,
    Aborted aborted,
    GeneratorTimes generatorTimes,
    AgreedStart start,
    List<TenantBook> tenants,
    WarmUpEnd warmUp) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 2;

  /** The file's name in the run's directory. */
  public static final String FILE = "device-book.json";

  /** Refuses a book of another format. */
  public DeviceBook {
    Format.check(version, VERSION);
  }

  /** The tenants that share the fleet; null where there is only one. */
  public Tenants sharedBy() {
    return tenants == null
        ? null
        : new Tenants(
            tenants.stream().map(each -> new Tenants.Share(each.id(), each.weight())).toList());
  }

  /** A book without the generator's other times, of a run whose start was not agreed. */
  public DeviceBook(
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
      LatencyHistogram generatorLag,
      Aborted aborted) {
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
        shard,
        generatorLag,
        aborted,
        null,
        null,
        null,
        null);
  }

  /** Whether the run needs a backend; one that broke off before its flows began may have. */
  public boolean needsBackend() {
    return flows.isEmpty() || flows.values().stream().anyMatch(each -> !each.deviceOnly());
  }

  /** The flows that only answer commands, by name, each with the flow whose commands. */
  public Map<String, String> answers() {
    Map<String, String> answers = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> {
          if (flow.answers != null && flows.containsKey(flow.answers)) {
            answers.put(name, flow.answers);
          }
        });
    return answers;
  }

  /** When the flows began, ms since the epoch: with the first phase after the connections. */
  public OptionalLong flowsBeganEpochMs() {
    return phases.stream()
        .filter(phase -> !phase.name().equals("connect"))
        .mapToLong(PhaseTimes::startEpochMs)
        .findFirst();
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
   * @param asked sessions that the profile asks for: one a device, or one a gateway
   * @param connected sessions open when the flows began
   * @param attempts attempts at these, with retries
   * @param failed failed attempts by cause
   * @param disconnects sessions that the target or the network ended during the run
   * @param connectTime how long a successful attempt took, in ns
   * @param handshakes all handshakes, the later ones as well; null where they were not booked
   * @param reconnects sessions that began anew; null where none was meant to
   * @param carried devices whose messages these sessions carry: as many, or those behind gateways;
   *     null in a book of an earlier version
   */
  public record Devices(
      long asked,
      long connected,
      long attempts,
      Map<String, Long> failed,
      long disconnects,
      LatencyHistogram connectTime,
      Handshakes handshakes,
      Reconnects reconnects,
      Long carried) {

    /** First connections alone. */
    public Devices(
        long asked,
        long connected,
        long attempts,
        Map<String, Long> failed,
        long disconnects,
        LatencyHistogram connectTime) {
      this(asked, connected, attempts, failed, disconnects, connectTime, null, null, null);
    }

    /** How many devices the rates are of; an earlier version's book knows sessions only. */
    public long senders() {
      return carried == null ? asked : carried;
    }
  }

  /**
   * One flow.
   *
   * @param asked the rate that the profile asks for, msg/s, the mean of the measured phase; null
   *     for a closed model and for a flow that only answers
   * @param measuredFrom number of the first message that was due in the measured phase
   * @param measuredTo number after the last one
   * @param warmUp counts of the messages due before the measured phase
   * @param measured counts of the messages due in it
   * @param response from the intended send time to the outcome of messages that went well, and as
   *     far as an unsettled one waited
   * @param service the same from the actual send time
   * @param sent numbers of the messages handed to the wire
   * @param ok numbers of those confirmed
   * @param perSecond the course of it
   * @param cold the first contact of each device; null where it was not booked
   * @param turns which device sends which message; null where it was not booked
   * @param intervals response times interval by interval; null where they were not booked
   * @param closed the users of a closed model; null for a flow of an open one, and for answers
   * @param tenants its part of each tenant, in the order of the book; null where there is only one
   * @param withoutCommand numbers of the queries that ended without a command
   * @param answers the flow whose commands its messages answer; null for a flow that answers none
   * @param deviceOnly whether the backend receives none of its messages, so that the device's book
   *     alone tells what became of them
   * @param responses how many responses came to measured messages that have several; 0 where each
   *     has one
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
      Turns turns,
      ResponseIntervals intervals,
      ClosedModel closed,
      List<TenantBook.Flow> tenants,
      MessageSet withoutCommand,
      String answers,
      boolean deviceOnly,
      long responses) {

    /** A flow in which every query had its command, or that has no queries. */
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
        PerSecond perSecond,
        Cold cold,
        Turns turns,
        ResponseIntervals intervals,
        ClosedModel closed,
        List<TenantBook.Flow> tenants) {
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
          cold,
          turns,
          intervals,
          closed,
          tenants,
          new MessageSet(),
          null,
          false,
          0);
    }

    /** A flow of an open model. */
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
        PerSecond perSecond,
        Cold cold,
        Turns turns,
        ResponseIntervals intervals) {
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
          cold,
          turns,
          intervals,
          null,
          null);
    }

    /** The same as that of a closed model. */
    public Flow with(ClosedModel users) {
      return with(users, tenants, withoutCommand, answers, deviceOnly);
    }

    /** The same in a fleet that several tenants share; null for one. */
    public Flow with(List<TenantBook.Flow> several) {
      return with(closed, several, withoutCommand, answers, deviceOnly);
    }

    /** The same with the queries that ended without a command. */
    public Flow with(MessageSet queriesWithoutCommand) {
      return with(closed, tenants, queriesWithoutCommand, answers, deviceOnly);
    }

    /** The same as the answers to the commands of another flow. */
    public Flow answering(String flow) {
      return with(closed, tenants, withoutCommand, flow, deviceOnly);
    }

    /** The same of messages that no backend receives. */
    public Flow ofTheDeviceOnly() {
      return with(closed, tenants, withoutCommand, answers, true);
    }

    private Flow with(
        ClosedModel users,
        List<TenantBook.Flow> several,
        MessageSet queriesWithoutCommand,
        String answered,
        boolean ofTheDevice) {
      return new Flow(
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
          cold,
          turns,
          intervals,
          users,
          several,
          queriesWithoutCommand,
          answered,
          ofTheDevice,
          responses);
    }

    /** What happened to it in the course of time. */
    public Course course() {
      return new Course(asked, perSecond, intervals, TenantBook.courses(tenants));
    }
  }
}
