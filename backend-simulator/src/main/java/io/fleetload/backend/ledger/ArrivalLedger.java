// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.session.AnnouncedEvents;
import io.fleetload.results.session.AnnouncedSessions;
import io.fleetload.results.session.SessionLog;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The backend's half of the books while the run goes on. It is kept by one thread, the one that
 * receives; others get copies. Not thread-safe.
 */
public final class ArrivalLedger implements ArrivalBook {
  private final Map<String, FlowArrivals> flows = new LinkedHashMap<>();
  private final DeviceGroup fleet;
  private final Map<String, DeviceGroup> groups = new HashMap<>();
  private Map<String, String> kinds;

  /** By the flow of queries, and by that of their answers. */
  private final Map<String, CommandLegs> commands = new LinkedHashMap<>();

  private final Map<String, CommandLegs> answered = new HashMap<>();

  /** By flow; of a flow that is not here no store is read. */
  private final Map<String, StoreRows> stores = new HashMap<>();

  /** By the pack's word for what the target announces of sessions. */
  private final Map<String, Announcements.KindAnnouncements> announcements = new LinkedHashMap<>();

  private final Map<String, String> answers;
  private final ClockWatch clocks;
  private Shard part = Shard.WHOLE;
  private RunId runId;
  private long foreign;
  private long unstamped;

  /**
   * An empty ledger.
   *
   * @param flowNames the flows that it keeps, in their order
   * @param answers those among them that only answer commands, each with the flow that asked for
   *     the commands
   * @param devices how many devices the run has
   * @param runId the run of which messages count, or null for that of the first stamp seen
   * @param clocks learns how far the devices' clocks are from this one
   */
  public ArrivalLedger(
      List<String> flowNames,
      Map<String, String> answers,
      int devices,
      RunId runId,
      ClockWatch clocks) {
    this.answers = Map.copyOf(answers);
    this.clocks = clocks;
    this.fleet = new DeviceGroup(null, 0, devices, null);
    flowNames.forEach(name -> flows.put(name, new FlowArrivals(1, fleet)));
    answers.forEach(
        (answer, query) ->
            answered.put(answer, commands.computeIfAbsent(query, name -> new CommandLegs())));
    this.runId = runId;
  }

  /** Keeps what the store behind the target holds of these flows as well. */
  public ArrivalLedger withStoreOf(List<String> flowNames) {
    flowNames.forEach(name -> stores.put(name, new StoreRows()));
    return this;
  }

  /**
   * Keeps flows that only a part of the devices sends.
   *
   * @param senders the devices of each flow
   */
  public ArrivalLedger withGroups(Map<String, DeviceGroup> senders) {
    groups.putAll(senders);
    flows.replaceAll((name, flow) -> new FlowArrivals(1, groupOf(name)));
    return this;
  }

  /**
   * Says in the book which kind flows are of.
   *
   * @param words the pack's word for each flow that has another name; null if no flow has
   */
  public ArrivalLedger withKinds(Map<String, String> words) {
    kinds = words;
    return this;
  }

  /** Keeps what the target announces of sessions, by the pack's words for it. */
  public ArrivalLedger withAnnouncements(List<String> words) {
    words.forEach(each -> announcements.put(each, new Announcements.KindAnnouncements()));
    return this;
  }

  private DeviceGroup groupOf(String flow) {
    return groups.getOrDefault(flow, fleet);
  }

  /**
   * Keeps these flows receiver by receiver.
   *
   * @param receivers how many receivers each of their messages has, by flow
   */
  public ArrivalLedger withReceivers(Map<String, Integer> receivers) {
    receivers.forEach((name, each) -> flows.replace(name, new FlowArrivals(each, groupOf(name))));
    return this;
  }

  /** Keeps the book of one of several backends. */
  public ArrivalLedger ofPart(Shard which) {
    part = which;
    return this;
  }

  /** Counts what arrives from now on as late: the devices have ended. */
  public void devicesEnded() {
    flows.values().forEach(FlowArrivals::devicesEnded);
  }

  /** The messages among these that have not arrived at each of their receivers. */
  public MessageSet lacking(String flow, MessageSet numbers) {
    FlowArrivals arrived = flows.get(flow);
    return arrived == null ? numbers : arrived.lacking(numbers);
  }

  @Override
  public RunId runId() {
    return runId;
  }

  @Override
  public Arrival arrived(Stamp stamp, long received, int receiver) {
    return arrived(stamp, received, receiver, flow -> flow.overtaken(stamp, receiver));
  }

  @Override
  public Arrival arrived(Stamp stamp, long received, int receiver, boolean overtaken) {
    return arrived(stamp, received, receiver, flow -> overtaken);
  }

  private Arrival arrived(
      Stamp stamp, long received, int receiver, Predicate<FlowArrivals> overtaken) {
    FlowArrivals flow = flows.get(stamp.flow());
    Arrival stranger = stranger(stamp, flow);
    if (stranger != null) {
      return stranger;
    }
    long ahead = clocks.ahead(stamp.device());
    if (!flow.arrived(stamp, received, receiver, ahead, overtaken.test(flow))) {
      return Arrival.DUPLICATE;
    }
    if (stamp.period() == Period.MEASURED) {
      clocks.booked(stamp.device());
      CommandLegs its = answered.get(stamp.flow());
      if (its != null && receiver == 0) {
        its.answered(stamp, received, ahead);
      }
    }
    if (queriedHere(stamp)) {
      clocks.answered(stamp, received);
    }
    return Arrival.FIRST;
  }

  /**
   * Checks whether this backend received the query of an answer. The times in another backend's
   * commands are of its own clock.
   */
  private boolean queriedHere(Stamp answer) {
    String query = answers.get(answer.flow());
    return part.of() == 1 || query == null || flows.get(query).has(answer.n());
  }

  @Override
  public Arrival stored(Stamp stamp) {
    Arrival stranger = stranger(stamp, flows.get(stamp.flow()));
    if (stranger != null) {
      return stranger;
    }
    StoreRows store = stores.get(stamp.flow());
    if (store == null) {
      throw new IllegalStateException(
          "a row of flow " + stamp.flow() + "; its FlowSpec does not say withStore()");
    }
    return store.add(stamp.n()) ? Arrival.FIRST : Arrival.DUPLICATE;
  }

  @Override
  public void flawed(Stamp stamp, Flaw flaw) {
    FlowArrivals flow = flows.get(stamp.flow());
    if (isOfTheRun(stamp, flow)) {
      flow.flawed(stamp.n(), flaw);
    }
  }

  @Override
  public void storedFlawed(Stamp stamp, Flaw flaw) {
    if (isOfTheRun(stamp, flows.get(stamp.flow()))) {
      stores.get(stamp.flow()).flawed(stamp.n(), flaw);
    }
  }

  private boolean isOfTheRun(Stamp stamp, FlowArrivals flow) {
    return stamp.run().equals(runId) && !isDamaged(stamp, flow);
  }

  private boolean isDamaged(Stamp stamp, FlowArrivals flow) {
    return flow == null || stamp.n() < 0 || !flow.isSentBy(stamp.device());
  }

  /**
   * Counts a stamp that is of no flow of the run; null for all others.
   *
   * @param flow that of the stamp; null if the run has no such flow
   */
  private Arrival stranger(Stamp stamp, FlowArrivals flow) {
    if (runId != null && !runId.equals(stamp.run())) {
      foreign++;
      return Arrival.FOREIGN;
    }
    // A damaged stamp must neither cost memory nor move any count but this one.
    if (isDamaged(stamp, flow)) {
      unstamped++;
      return Arrival.UNSTAMPED;
    }
    runId = stamp.run();
    return null;
  }

  @Override
  public void unstamped() {
    unstamped++;
  }

  @Override
  public void foreign() {
    foreign++;
  }

  @Override
  public void announced(SessionNotice notice, long received) {
    Announcements.KindAnnouncements its = announcements.get(notice.kind());
    if (its == null) {
      return;
    }
    boolean marked = notice.mark() != null;
    if (marked && runId == null && notice.begins()) {
      // One that began before this receives is of an earlier run, and can only end.
      runId = notice.mark().run();
    }
    (notice.begins() ? its.begins() : its.ends())
        .add(notice, !marked || notice.mark().run().equals(runId), received);
  }

  /**
   * Number of sessions that a log of the devices has and the target did not announce.
   *
   * @param closed when that log was closed, ms since the epoch
   */
  public long unannounced(SessionLog log, long closed) {
    return AnnouncedSessions.missing(
        AnnouncedSessions.of(log, copyOfAnnouncements(), clocks.clocks(), closed));
  }

  private Map<String, AnnouncedEvents.EventsOfKind> copyOfAnnouncements() {
    if (announcements.isEmpty()) {
      return null;
    }
    Map<String, AnnouncedEvents.EventsOfKind> copies = new LinkedHashMap<>();
    announcements.forEach((kind, its) -> copies.put(kind, its.copy()));
    return copies;
  }

  @Override
  public void written(String flow, int n) {
    commands.get(flow).written.add(n);
  }

  @Override
  public void writeUnknown(String flow, int n) {
    commands.get(flow).unknown.add(n);
  }

  @Override
  public void writeFailed(String flow, String cause) {
    commands.get(flow).failed.merge(cause, 1L, Long::sum);
  }

  @Override
  public void refused(String flow, RunId run, int n) {
    if (run.equals(runId) && n >= 0) {
      commands.get(flow).refused.add(n);
    } else {
      foreign++;
    }
  }

  /** Number of commands for messages of a flow that could not be written so far. */
  public long writesFailed(String flow) {
    return commands.containsKey(flow) ? commands.get(flow).failures() : 0;
  }

  /** The present figures. Take them before {@link #recent}, which starts its figures again. */
  public ArrivalFigures figures() {
    Map<String, ArrivalFigures.FlowReception> byName = new LinkedHashMap<>();
    flows.forEach((name, flow) -> byName.put(name, flow.figures()));
    Map<String, Long> failed = new TreeMap<>();
    commands
        .values()
        .forEach(
            each -> each.failed.forEach((cause, count) -> failed.merge(cause, count, Long::sum)));
    return new ArrivalFigures(
        byName,
        commands.values().stream().mapToLong(each -> each.written.size()).sum(),
        failed,
        commands.values().stream().mapToLong(each -> each.refused.size()).sum(),
        foreign,
        unstamped);
  }

  /** Arrivals of each flow since the last call. */
  public Map<String, Recent> recent() {
    Map<String, Recent> recent = new LinkedHashMap<>();
    flows.forEach((name, flow) -> recent.put(name, flow.recent()));
    return recent;
  }

  /**
   * The present book, independent of this ledger.
   *
   * @param runName the profile's {@code run.name}
   * @param complete whether the run ended
   * @param caughtUp whether everything that was there at its end was read
   * @param runSeconds how long it ran, in s
   * @param health how well the backend kept up, or null if that is not known yet
   */
  public BackendBook book(
      String runName,
      boolean complete,
      boolean caughtUp,
      double runSeconds,
      BackendBook.BackendHealth health) {
    Map<String, BackendBook.BackendFlow> copies = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> copies.put(name, flow.copy(commands.get(name), stores.get(name))));
    return new BackendBook(
        BackendBook.VERSION,
        runId == null ? "" : runId.toString(),
        runName,
        null,
        new BackendReading(complete, caughtUp, null, runSeconds, part),
        copies,
        clocks.clocks(),
        new BackendBook.Strangers(foreign, unstamped),
        health,
        kinds,
        copyOfAnnouncements());
  }
}
