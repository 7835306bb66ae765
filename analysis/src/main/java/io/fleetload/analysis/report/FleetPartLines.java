// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.GroupResult;
import io.fleetload.results.Result;
import io.fleetload.results.TenantResult;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.ledger.LedgerTotal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The terminal's line for each part of the fleet: each of several tenants, and each group. */
final class FleetPartLines {
  /** Largest number of causes in a line; {@code result.json} has all. */
  private static final int MOST_CAUSES = 5;

  private FleetPartLines() {}

  static void of(Result.Figures figures, List<String> lines) {
    LedgerTotal ledger = figures.ledger();
    boolean received = ledger == null || ledger.messages().delivered() != null;
    if (figures.tenants() != null) {
      figures.tenants().forEach((id, part) -> lines.add(of(part).line("tenant", id, received)));
    }
    if (figures.groups() != null) {
      figures.groups().forEach((name, part) -> lines.add(of(part).line("group", name, received)));
    }
  }

  /** The groups that have no session at all, in a line that is read first. */
  static void unconnected(Map<String, GroupResult> groups, List<String> lines) {
    if (groups == null) {
      return;
    }
    List<String> names =
        groups.entrySet().stream()
            .filter(each -> each.getValue().hasNoSession())
            .map(Map.Entry::getKey)
            .toList();
    if (!names.isEmpty()) {
      lines.add("  no session connected of " + named(names));
    }
  }

  /** Names of groups in a sentence. */
  static String named(List<String> groups) {
    return (groups.size() == 1 ? "the group " : "the groups ") + String.join(", ", groups);
  }

  /**
   * A part of the fleet.
   *
   * @param sessions what became of its sessions
   * @param notSent messages never sent, as far as it is known
   * @param lost messages lost; null if it is not known
   * @param duplicate further arrivals, likewise
   * @param times its times
   */
  private record Part(
      long devices,
      String sessions,
      long sent,
      long failed,
      long notSent,
      long unsettled,
      Long lost,
      Long duplicate,
      String times) {

    /**
     * The line of it.
     *
     * @param received whether a backend receives messages of any flow
     */
    String line(String kind, String name, boolean received) {
      return format(
          "  %-10s %s: %d devices, %s; sent %d, failed %d%s%s%s%s",
          kind,
          name,
          devices,
          sessions,
          sent,
          failed,
          unlessZero("not sent", notSent),
          unlessZero("unsettled", unsettled),
          received ? ", " + known("lost", lost) + ", " + known("duplicate", duplicate) : "",
          times);
    }
  }

  private static Part of(TenantResult tenant) {
    List<String> times = new ArrayList<>();
    tenant
        .flows()
        .forEach((name, flow) -> times.add(name + " " + millis(flow.response().times().p99())));
    return new Part(
        tenant.devices(),
        format("%d of %d connected", tenant.connected(), tenant.sessions()),
        sum(tenant, TenantResult.TenantFlow::sent),
        sum(tenant, TenantResult.TenantFlow::failed),
        sum(tenant, flow -> flow.notSent() == null ? 0 : flow.notSent()),
        sum(tenant, TenantResult.TenantFlow::unsettled),
        sumIfKnown(tenant, TenantResult.TenantFlow::lost),
        sumIfKnown(tenant, TenantResult.TenantFlow::duplicate),
        "; p99 ms " + String.join(", ", times));
  }

  private static Part of(GroupResult group) {
    GroupResult.GroupMessages messages = group.messages();
    return new Part(
        group.devices(),
        group.sessions() == null ? "sessions shared with other groups" : sessions(group),
        messages == null ? 0 : messages.counts().sent(),
        messages == null ? 0 : messages.counts().failed(),
        messages == null ? 0 : messages.counts().notSent(),
        messages == null ? 0 : messages.counts().unsettled(),
        messages == null ? null : messages.lost(),
        messages == null ? null : messages.duplicate(),
        group.sessions() == null
            ? ""
            : "; handshake p99 ms " + millis(group.connectTime().times().p99()));
  }

  private static String sessions(GroupResult group) {
    StringBuilder text =
        new StringBuilder(format("%d of %d connected", group.connected(), group.sessions()))
            .append(DeviceBook.WaveCounts.note(group.wave()));
    if (!group.failedBy().isEmpty()) {
      text.append(", attempts failed by ").append(causes(group.failedBy()));
    }
    Reconnects.ReconnectFigures again = group.reconnects();
    if (again != null && again.ends().sum() > 0) {
      text.append(
          format(", %d ended, %d not back at the end", again.ends().sum(), again.outstanding()));
    }
    return text.toString();
  }

  private static String causes(Map<String, Long> counts) {
    String most =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(MOST_CAUSES)
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", "));
    int further = counts.size() - MOST_CAUSES;
    return further > 0 ? most + format(" and %d further causes", further) : most;
  }

  private static String millis(Double value) {
    return value == null ? "-" : format("%.1f", value);
  }

  private static String unlessZero(String what, long count) {
    return count == 0 ? "" : ", " + what + " " + count;
  }

  private static String known(String what, Long count) {
    return what + " " + (count == null ? "not known" : count);
  }

  /** Returns a count that only a backend which read everything knows. */
  private static Long sumIfKnown(
      TenantResult tenant, Function<TenantResult.TenantFlow, Long> count) {
    boolean known = tenant.flows().values().stream().map(count).allMatch(Objects::nonNull);
    return known ? (Long) sum(tenant, count::apply) : null;
  }

  private static long sum(TenantResult tenant, ToLongFunction<TenantResult.TenantFlow> count) {
    return tenant.flows().values().stream().mapToLong(count).sum();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
