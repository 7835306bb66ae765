// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.format.Format;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.run.ShardFigures;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.session.SessionLog;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The device side's half of the books: what was due, what was sent, what came of it.
 *
 * @param version format of this file
 * @param runId identifies the run on the wire: hexadecimal, in every message stamp
 * @param runName the profile's {@code run.name}
 * @param complete false while the run goes on, and for ever when it was killed or interrupted; true
 *     where it ended by its own rules, a threshold with {@code abort} among them
 * @param shard which part of the run this is; null for a whole run
 * @param timeline when what part of the run was
 * @param devices what became of the connections
 * @param flows by flow name
 * @param tenants the tenants that share the fleet; null if there is only one
 * @param groups the groups that the fleet is made of, in the order of their devices; null without
 * @param generatorBook how well the generator itself kept time
 * @param notes what else the devices noted of the target
 */
public record DeviceBook(
    int version,
    @RequiredPart String runId,
    @RequiredPart String runName,
    boolean complete,
    Shard shard,
    @JsonUnwrapped @RequiredPart RunTimeline timeline,
    @RequiredPart FleetCounts devices,
    @RequiredPart Map<String, DeviceFlow> flows,
    List<TenantBook> tenants,
    List<GroupBook> groups,
    @JsonUnwrapped @RequiredPart GeneratorBook generatorBook,
    @JsonUnwrapped TargetNotes notes) {

  /** The format that this version writes and reads. */
  public static final int VERSION = 2;

  /** The file's name in the run's directory. */
  public static final String FILE = "device-book.json";

  /** Refuses a book of another format. */
  public DeviceBook {
    Format.check(version, VERSION);
    notes = notes == null ? TargetNotes.NONE : notes;
  }

  /**
   * Notes of the devices on the target, and of their shards.
   *
   * @param sessions the sessions that the target announces to the backend, when the run has ended;
   *     null if it announces none
   * @param disturbances what the devices met after each disturbance of the target; null if the
   *     profile asks for none
   * @param limits what they met of each limit; null if the profile expects none
   * @param shards the shards that the book is the sum of, in their order; null of a run that was
   *     not split, and of a shard
   */
  public record TargetNotes(
      SessionLog sessions,
      List<DisturbanceBook> disturbances,
      List<LimitBook> limits,
      List<ShardFigures> shards) {
    /** No notes. */
    public static final TargetNotes NONE = new TargetNotes(null, null, null);

    /** The notes of one process. */
    public TargetNotes(
        SessionLog sessions, List<DisturbanceBook> disturbances, List<LimitBook> limits) {
      this(sessions, disturbances, limits, null);
    }
  }

  /** The same of a fleet without groups. */
  public DeviceBook(
      int version,
      String runId,
      String runName,
      boolean complete,
      Shard shard,
      RunTimeline timeline,
      FleetCounts devices,
      Map<String, DeviceFlow> flows,
      List<TenantBook> tenants,
      GeneratorBook generatorBook) {
    this(
        version,
        runId,
        runName,
        complete,
        shard,
        timeline,
        devices,
        flows,
        tenants,
        null,
        generatorBook);
  }

  /** The book of a run without notes on the target. */
  public DeviceBook(
      int version,
      String runId,
      String runName,
      boolean complete,
      Shard shard,
      RunTimeline timeline,
      FleetCounts devices,
      Map<String, DeviceFlow> flows,
      List<TenantBook> tenants,
      List<GroupBook> groups,
      GeneratorBook generatorBook) {
    this(
        version,
        runId,
        runName,
        complete,
        shard,
        timeline,
        devices,
        flows,
        tenants,
        groups,
        generatorBook,
        null);
  }

  /** The same with what was done to the target. */
  public DeviceBook with(List<DisturbanceBook> others) {
    return with(new TargetNotes(notes.sessions, others, notes.limits, notes.shards));
  }

  /** The same with the sessions that the target announces. */
  public DeviceBook announced(SessionLog log) {
    return with(new TargetNotes(log, notes.disturbances, notes.limits, notes.shards));
  }

  private DeviceBook with(TargetNotes other) {
    return new DeviceBook(
        version,
        runId,
        runName,
        complete,
        shard,
        timeline,
        devices,
        flows,
        tenants,
        groups,
        generatorBook,
        other);
  }

  /** The sessions that the target announces; null if it announces none. */
  public SessionLog sessions() {
    return notes.sessions;
  }

  /** The book of each disturbance of the target; null if the profile asks for none. */
  public List<DisturbanceBook> disturbances() {
    return notes.disturbances;
  }

  /** The book of each limit of each tenant; null if the profile expects none. */
  public List<LimitBook> limits() {
    return notes.limits;
  }

  /** First part of a book, before the devices. */
  public record Head(
      int version,
      @RequiredPart String runId,
      @RequiredPart String runName,
      boolean complete,
      Shard shard,
      @RequiredPart @JsonUnwrapped RunTimeline timeline) {

    /** The same as a book without all else. */
    public DeviceBook book() {
      return new DeviceBook(
          version, runId, runName, complete, shard, timeline, null, null, null, null);
    }
  }

  /** The tenants that share the fleet; null if there is only one. */
  public Tenants sharedBy() {
    return tenants == null
        ? null
        : new Tenants(
            tenants.stream()
                .map(each -> new Tenants.TenantShare(each.id(), each.weight()))
                .toList(),
            groups == null
                ? List.of()
                : groups.stream()
                    .map(each -> new Tenants.FleetPart(each.first(), each.tenant()))
                    .toList());
  }

  /** The ranges of the fleet's groups; of a fleet without groups, one that is all of it. */
  public DeviceRanges ranges() {
    return new DeviceRanges(
        groups == null ? List.of(0) : groups.stream().map(GroupBook::first).toList());
  }

  /**
   * Returns whether the run needs a backend; one that broke off before its flows began may have
   * needed one. A run of connections alone has no flows and needs none.
   */
  public boolean needsBackend() {
    return (flows.isEmpty() && !complete)
        || flows.values().stream().anyMatch(each -> !each.terms().deviceOnly());
  }

  /** The totals of the flows of a kind together. */
  public FlowTotals ofKind(String word) {
    return flows.entrySet().stream()
        .filter(
            each -> {
              String kind = each.getValue().terms().kind();
              return word.equals(kind == null ? each.getKey() : kind);
            })
        .map(each -> each.getValue().totals())
        .reduce(FlowTotals::plus)
        .orElseGet(FlowTotals::none);
  }

  /** Names of the parts of a message's time that the driver reported, over all flows. */
  public Set<String> parts() {
    return flows.values().stream()
        .map(flow -> flow.totals().exchanges())
        .filter(Objects::nonNull)
        .flatMap(each -> each.parts().keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The flows that only answer commands, by name, each with the flow that has these commands. */
  public Map<String, String> answers() {
    Map<String, String> answers = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> {
          String query = flow.terms().answers();
          if (query != null && flows.containsKey(query)) {
            answers.put(name, query);
          }
        });
    return answers;
  }

  /**
   * A phase of the run.
   *
   * @param name connect, ramp, warm-up, measure or drain
   * @param startEpochMs when it began, ms since the epoch
   * @param endEpochMs when it ended; 0 while it goes on
   */
  public record PhaseTimes(@RequiredPart String name, long startEpochMs, long endEpochMs) {}

  /**
   * Connections of the fleet, or of a group of it.
   *
   * @param asked sessions that the profile asks for: one a device, or one a gateway; of a device
   *     that joins later from then on
   * @param connected those of them that opened, each counted once
   * @param attempts attempts at these, with retries
   * @param failed failed attempts by cause
   * @param disconnects sessions that the target or the network ended during the run
   * @param connectTime how long a successful attempt took, in ns
   * @param handshakes all handshakes, the later ones as well; null if they were not booked
   * @param reconnects sessions that began again; null if none was meant to
   * @param carried devices with messages that these sessions carry: as many, or those behind
   *     gateways; null in a book of an earlier version
   * @param unexpectedAnswers answers of the target to what had its answer already, or to a request
   *     that no device sent; null in a book of an earlier version
   * @param wave devices that joined or left while messages flowed; null if none was to
   * @param targetClock the target's clock against the devices'; null if no message asks for it
   */
  public record FleetCounts(
      long asked,
      long connected,
      long attempts,
      @RequiredPart Map<String, Long> failed,
      long disconnects,
      @RequiredPart LatencyHistogram connectTime,
      Handshakes handshakes,
      Reconnects reconnects,
      Long carried,
      Long unexpectedAnswers,
      WaveCounts wave,
      TargetClock targetClock) {

    /** Of devices that were there all the time. */
    public FleetCounts(
        long asked,
        long connected,
        long attempts,
        Map<String, Long> failed,
        long disconnects,
        LatencyHistogram connectTime,
        Handshakes handshakes,
        Reconnects reconnects,
        Long carried,
        Long unexpectedAnswers) {
      this(
          asked,
          connected,
          attempts,
          failed,
          disconnects,
          connectTime,
          handshakes,
          reconnects,
          carried,
          unexpectedAnswers,
          null,
          null);
    }

    /** Of a target that answered each message once at most. */
    public FleetCounts(
        long asked,
        long connected,
        long attempts,
        Map<String, Long> failed,
        long disconnects,
        LatencyHistogram connectTime,
        Handshakes handshakes,
        Reconnects reconnects,
        Long carried) {
      this(
          asked,
          connected,
          attempts,
          failed,
          disconnects,
          connectTime,
          handshakes,
          reconnects,
          carried,
          0L);
    }

    /**
     * These and those of another process, but for the handshakes: each counts the seconds of its
     * own. A part of the devices is not the whole of them.
     */
    public FleetCounts plus(FleetCounts other) {
      return new FleetCounts(
          asked + other.asked,
          connected + other.connected,
          attempts + other.attempts,
          CountsByKey.sum(failed, other.failed),
          disconnects + other.disconnects,
          connectTime.plus(other.connectTime),
          handshakes,
          reconnects == null
              ? other.reconnects
              : other.reconnects == null ? reconnects : reconnects.plus(other.reconnects),
          sum(carried, other.carried),
          sum(unexpectedAnswers, other.unexpectedAnswers),
          wave == null ? other.wave : other.wave == null ? wave : wave.plus(other.wave),
          targetClock == null ? other.targetClock : targetClock.plus(other.targetClock));
    }

    private static Long sum(Long one, Long other) {
      return one == null || other == null ? null : (Long) (one + other);
    }

    /** The same with the handshakes of all. */
    public FleetCounts with(Handshakes ofAll) {
      return new FleetCounts(
          asked,
          connected,
          attempts,
          failed,
          disconnects,
          connectTime,
          ofAll,
          reconnects,
          carried,
          unexpectedAnswers,
          wave,
          targetClock);
    }

    /** The same of a target with that clock; null if no message asks for it. */
    public FleetCounts timedBy(TargetClock clock) {
      return new FleetCounts(
          asked,
          connected,
          attempts,
          failed,
          disconnects,
          connectTime,
          handshakes,
          reconnects,
          carried,
          unexpectedAnswers,
          wave,
          clock);
    }

    /** Number of sessions that were open when the flows began. */
    public long connectedAtFirst() {
      return connected - (wave == null ? 0 : wave.connected());
    }

    /** Number of devices that the rates are of; an earlier version's book knows sessions only. */
    public long senders() {
      return carried == null ? asked : carried;
    }
  }

  /**
   * Sessions of devices that joined the fleet while messages flowed, or left it for good.
   *
   * @param joined sessions that the profile asks for since their device joined
   * @param connected those of them that opened
   * @param left sessions that ended because their device left
   */
  public record WaveCounts(long joined, long connected, long left) {
    /** A remark on a number of sessions, in brackets; empty for null. */
    public static String note(WaveCounts wave) {
      if (wave == null) {
        return "";
      }
      String left = wave.left == 0 ? "" : wave.left + " left";
      String joined = wave.joined == 0 ? "" : wave.joined + " joined later";
      return left.isEmpty() && joined.isEmpty()
          ? ""
          : " (" + joined + (joined.isEmpty() || left.isEmpty() ? "" : ", ") + left + ")";
    }

    private WaveCounts plus(WaveCounts other) {
      return new WaveCounts(joined + other.joined, connected + other.connected, left + other.left);
    }
  }

  /**
   * One flow.
   *
   * @param terms what it was asked for
   * @param numbering which message has which number
   * @param totals what happened to it
   * @param sent numbers of the messages handed to the wire
   * @param ok numbers of those confirmed
   * @param withoutCommand numbers of the queries that ended without a command
   * @param perSecond the course of it
   * @param intervals response times interval by interval; null if they were not booked
   * @param tenants its part of each tenant, in the order of the book; null if there is only one
   * @param commands of answers: which commands reached the devices otherwise than they were
   *     written; null of other flows, and in a book of an earlier version
   * @param groups its measured messages by the group of their device, in the order of the book;
   *     null if one group sends all of them, and of a fleet without groups
   */
  public record DeviceFlow(
      @JsonUnwrapped @RequiredPart FlowTerms terms,
      @JsonUnwrapped @RequiredPart FlowNumbers numbering,
      @JsonUnwrapped @RequiredPart FlowTotals totals,
      @RequiredPart MessageSet sent,
      @RequiredPart MessageSet ok,
      @RequiredPart MessageSet withoutCommand,
      @RequiredPart PerSecond perSecond,
      ResponseIntervals intervals,
      List<TenantBook.TenantFlowBook> tenants,
      ArrivedCommands commands,
      List<FlowCounts> groups) {

    /** One of devices that are all of one group. */
    public DeviceFlow(
        FlowTerms terms,
        FlowNumbers numbering,
        FlowTotals totals,
        MessageSet sent,
        MessageSet ok,
        MessageSet withoutCommand,
        PerSecond perSecond,
        ResponseIntervals intervals,
        List<TenantBook.TenantFlowBook> tenants,
        ArrivedCommands commands) {
      this(
          terms,
          numbering,
          totals,
          sent,
          ok,
          withoutCommand,
          perSecond,
          intervals,
          tenants,
          commands,
          null);
    }

    /** One that answers no commands, of such devices. */
    public DeviceFlow(
        FlowTerms terms,
        FlowNumbers numbering,
        FlowTotals totals,
        MessageSet sent,
        MessageSet ok,
        MessageSet withoutCommand,
        PerSecond perSecond,
        ResponseIntervals intervals,
        List<TenantBook.TenantFlowBook> tenants) {
      this(terms, numbering, totals, sent, ok, withoutCommand, perSecond, intervals, tenants, null);
    }

    /** The same as that of a closed model. */
    public DeviceFlow with(ClosedModel users) {
      return with(terms.with(users));
    }

    /**
     * The same as the answers to the commands of another flow.
     *
     * @param arrived which of these reached the devices otherwise than they were written
     */
    public DeviceFlow answering(String flow, ArrivedCommands arrived) {
      return new DeviceFlow(
          terms.answering(flow),
          numbering,
          totals,
          sent,
          ok,
          withoutCommand,
          perSecond,
          intervals,
          tenants,
          arrived,
          groups);
    }

    /** The same of messages that no backend receives. */
    public DeviceFlow ofTheDeviceOnly() {
      return with(terms.ofTheDeviceOnly());
    }

    /** The same of messages that so many of the process's devices send. */
    public DeviceFlow sentBy(long devices) {
      return with(terms.sentBy(devices));
    }

    /** The same of one of several flows of a kind. */
    public DeviceFlow ofKind(String word) {
      return with(terms.ofKind(word));
    }

    /** The same of messages of which each has several responses, so many. */
    public DeviceFlow withResponses(int each) {
      return with(terms.withResponses(each));
    }

    private DeviceFlow with(FlowTerms other) {
      return new DeviceFlow(
          other,
          numbering,
          totals,
          sent,
          ok,
          withoutCommand,
          perSecond,
          intervals,
          tenants,
          commands,
          groups);
    }

    /** The same with the measured messages of each group. */
    public DeviceFlow byGroup(List<FlowCounts> ofEach) {
      return new DeviceFlow(
          terms,
          numbering,
          totals,
          sent,
          ok,
          withoutCommand,
          perSecond,
          intervals,
          tenants,
          commands,
          ofEach);
    }

    /** The course of the flow, from its seconds and its intervals. */
    public Course course() {
      return new Course(terms.asked(), perSecond, intervals, TenantBook.courses(tenants));
    }
  }
}
