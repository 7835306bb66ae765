// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.outage.DisturbanceBook.DisturbedFlow;
import io.fleetload.results.outage.DisturbanceNote;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.CountsByKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A disturbance of the target and what came of it, until the next one or the end of the measured
 * phase.
 *
 * @param note what was done
 * @param devicesOut sessions that were gone at least once
 * @param mostAtOnce the most that were gone in one second
 * @param notBack sessions that were still gone at the end of the run
 * @param back from the begin of the disturbance until the last session that was gone was open
 *     again, ms; 0 where none was gone, absent where one is not back or nothing was done
 * @param recovered from the begin of the disturbance until the last session was back and every flow
 *     began 5 s in which no message was due that failed, was late or was not sent, ms, to 0.1 s; 0
 *     where there was none. Absent where nothing was done, and where that was not seen
 * @param messages of all flows
 * @param commandsLate queries that got their command late; absent without commands
 * @param commandsLost commands written that did not reach their device in time; absent without
 *     commands, and where it is not known
 * @param flows by flow name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DisturbanceResult(
    @JsonUnwrapped @RequiredPart DisturbanceNote note,
    long devicesOut,
    long mostAtOnce,
    long notBack,
    Double back,
    Double recovered,
    @JsonUnwrapped @RequiredPart MessageToll messages,
    Long commandsLate,
    Long commandsLost,
    @RequiredPart Map<String, MessageToll> flows) {

  private static final long TENTH_MILLIS = 100;

  private static final String UNKNOWN =
      "nothing says that it was; run the profile with loadtest run";

  /**
   * Messages that were due after a disturbance, and those before it that were under way then and
   * went wrong.
   *
   * @param due all of them
   * @param ok those that went well
   * @param failed those that failed
   * @param failedBy the same by cause
   * @param notSent those that were never sent
   * @param notSentBy the same by cause
   * @param unsettled those without an outcome
   * @param late those that went well, but later than twice the slowest before the first disturbance
   *     and by 0.1 s at least
   * @param lost those that went well and never reached the backend; absent without a backend, and
   *     where that is not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record MessageToll(
      long due,
      long ok,
      long failed,
      @RequiredPart Map<String, Long> failedBy,
      long notSent,
      @RequiredPart Map<String, Long> notSentBy,
      long unsettled,
      long late,
      Long lost) {
    private static final MessageToll NONE =
        new MessageToll(0, 0, 0, Map.of(), 0, Map.of(), 0, 0, null);

    private static MessageToll of(DisturbedFlow flow, Long lost) {
      long failed = sum(flow.failed().values());
      long notSent = sum(flow.notSent().values());
      return new MessageToll(
          flow.due().size(),
          flow.ok(),
          failed,
          flow.failed(),
          notSent,
          flow.notSent(),
          Math.max(0, flow.due().size() - flow.ok() - failed - notSent),
          flow.late(),
          lost);
    }

    private MessageToll plus(MessageToll other) {
      return new MessageToll(
          due + other.due,
          ok + other.ok,
          failed + other.failed,
          CountsByKey.sum(failedBy, other.failedBy),
          notSent + other.notSent,
          CountsByKey.sum(notSentBy, other.notSentBy),
          unsettled + other.unsettled,
          late + other.late,
          DisturbanceResult.plus(lost, other.lost));
    }
  }

  /** The disturbances of a run by name; null if its profile asks for none. */
  static Map<String, DisturbanceResult> of(DeviceBook device, BackendBook backend, BooksEnd end) {
    if (device.disturbances() == null) {
      return null;
    }
    Map<String, DisturbanceResult> results = new LinkedHashMap<>();
    for (DisturbanceBook each : device.disturbances()) {
      results.put(each.name(), of(each, device, backend, end));
    }
    return results;
  }

  private static DisturbanceResult of(
      DisturbanceBook book, DeviceBook device, BackendBook backend, BooksEnd end) {
    Map<String, MessageToll> flows = new LinkedHashMap<>();
    book.flows()
        .forEach(
            (name, flow) ->
                flows.put(name, MessageToll.of(flow, lost(flow, name, device, backend, end))));
    DisturbanceNote note =
        book.note() == null
            ? DisturbanceNote.notBegun(book.name(), book.name(), null, UNKNOWN)
            : book.note();
    Outage.OutageFigures outage = book.outage().figures();
    Long began = note.worked() ? note.beganEpochMs() : null;
    Set<String> queries = Set.copyOf(device.answers().values());
    List<MessageToll> ofQueries =
        flows.entrySet().stream()
            .filter(each -> queries.contains(each.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    boolean exact = end == BooksEnd.SAME && backend != null;
    return new DisturbanceResult(
        note,
        outage.sessions(),
        outage.mostAtOnce(),
        outage.notBack(),
        began == null || outage.notBack() > 0 ? null : since(began, lastBack(book)),
        began == null || outage.notBack() > 0 ? null : recovered(book, began),
        flows.values().stream().reduce(MessageToll.NONE, MessageToll::plus),
        ofQueries.isEmpty() ? null : (Long) ofQueries.stream().mapToLong(MessageToll::late).sum(),
        ofQueries.isEmpty() || !exact
            ? null
            : (Long)
                queries.stream()
                    .filter(book.flows()::containsKey)
                    .mapToLong(each -> commandsLost(book.flows().get(each), each, device, backend))
                    .sum(),
        flows);
  }

  private static Long lost(
      DisturbedFlow flow, String name, DeviceBook device, BackendBook backend, BooksEnd end) {
    DeviceBook.DeviceFlow booked = device.flows().get(name);
    return backend == null
            || end == BooksEnd.UNKNOWN
            || booked == null
            || booked.terms().deviceOnly()
        ? null
        : (Long) flow.due().and(booked.ok()).minus(backend.flow(name).received()).size();
  }

  private static long commandsLost(
      DisturbedFlow flow, String name, DeviceBook device, BackendBook backend) {
    MessageSet written = backend.commands(name).written().and(flow.due());
    return written.minus(device.flows().get(name).ok()).size();
  }

  /** Time until all flows and all sessions were as before; null if that was not seen. */
  private static Double recovered(DisturbanceBook book, long began) {
    long last = lastBack(book);
    for (DisturbedFlow each : book.flows().values()) {
      OptionalInt tenths = each.recoveredTenths();
      if (tenths.isEmpty()) {
        return null;
      }
      if (each.bad().size() > 0) {
        last = Math.max(last, book.plannedEpochMs() + TENTH_MILLIS * tenths.getAsInt());
      }
    }
    return since(began, last);
  }

  private static long lastBack(DisturbanceBook book) {
    Long last = book.outage().lastBackEpochMs();
    return last == null ? Long.MIN_VALUE : last;
  }

  private static Double since(long began, long epochMs) {
    return (double) (Math.max(began, epochMs) - began);
  }

  private static long sum(Collection<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  private static Long plus(Long a, Long b) {
    return a == null ? b : b == null ? a : (Long) (a + b);
  }
}
