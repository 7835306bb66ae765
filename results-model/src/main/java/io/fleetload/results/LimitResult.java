// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.limit.LimitCourse;
import io.fleetload.results.limit.LimitKind;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A limit that the profile expects, and whether the target kept it, over all tenants that have it.
 *
 * @param limit the limit of each tenant: messages a second, bytes, or sessions at a time
 * @param counts what came of it; {@code reached} is that of the tenant that reached the most
 * @param tenants the same by tenant; absent where one has it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LimitResult(
    double limit,
    @JsonUnwrapped @RequiredPart TenantLimit counts,
    Map<String, TenantLimit> tenants) {

  /**
   * Counts of one tenant beside a limit. A message or a session counts as below or above the limit
   * only where it was so for all that the target can have counted.
   *
   * @param reached the most that the target confirmed: messages in a second, bytes, or sessions at
   *     a time
   * @param refused messages or sessions that it refused
   * @param refusedBelow those of them that it refused below the limit
   * @param acceptedAbove messages or sessions that it accepted above the limit, later than the
   *     profile allows
   * @param refusedDelivered messages that it refused and that the backend received all the same;
   *     absent without a backend, and where that is not known
   * @param keptOut sessions that never opened, as the limit refused them; absent of a limit of
   *     messages
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TenantLimit(
      double reached,
      long refused,
      long refusedBelow,
      long acceptedAbove,
      Long refusedDelivered,
      Long keptOut) {

    private TenantLimit plus(TenantLimit other) {
      return new TenantLimit(
          Math.max(reached, other.reached),
          refused + other.refused,
          refusedBelow + other.refusedBelow,
          acceptedAbove + other.acceptedAbove,
          sum(refusedDelivered, other.refusedDelivered),
          sum(keptOut, other.keptOut));
    }

    private static Long sum(Long one, Long other) {
      return one == null || other == null ? null : (Long) (one + other);
    }
  }

  /**
   * The limit and what came of it, as a line says it.
   *
   * @param kind the word of its kind
   */
  public String sentence(String kind) {
    return String.format(
        Locale.ROOT,
        "limit of %s, %,.0f a tenant: reached %,.0f; refused %,d, below the limit %,d; accepted"
            + " above it %,d%s%s",
        kind,
        limit,
        counts.reached(),
        counts.refused(),
        counts.refusedBelow(),
        counts.acceptedAbove(),
        counts.refusedDelivered() == null || counts.refusedDelivered() == 0
            ? ""
            : String.format(Locale.ROOT, "; refused and delivered %,d", counts.refusedDelivered()),
        counts.keptOut() == null || counts.keptOut() == 0
            ? ""
            : String.format(Locale.ROOT, "; sessions kept out %,d", counts.keptOut()));
  }

  /** The limits of a run by the word of their kind; null if its profile expects none. */
  static Map<String, LimitResult> of(DeviceBook device, BackendBook backend, BooksEnd end) {
    if (device.limits() == null) {
      return null;
    }
    Map<LimitKind, Map<String, TenantLimit>> kinds = new EnumMap<>(LimitKind.class);
    Map<LimitKind, Double> limits = new EnumMap<>(LimitKind.class);
    for (LimitBook each : device.limits()) {
      limits.put(each.kind(), each.limit());
      kinds
          .computeIfAbsent(each.kind(), kind -> new LinkedHashMap<>())
          .put(each.tenant(), judged(each, delivered(each, device, backend, end)));
    }
    Map<String, LimitResult> results = new LinkedHashMap<>();
    kinds.forEach(
        (kind, tenants) ->
            results.put(
                kind.key(),
                new LimitResult(
                    limits.get(kind),
                    tenants.values().stream().reduce(TenantLimit::plus).orElseThrow(),
                    tenants.size() == 1 ? null : tenants)));
    return results;
  }

  /** Sessions that the limits kept out, over all tenants. */
  static long keptOut(List<LimitBook> books) {
    return books == null ? 0 : books.stream().mapToLong(LimitBook::keptOut).sum();
  }

  private static Long delivered(
      LimitBook book, DeviceBook device, BackendBook backend, BooksEnd end) {
    if (backend == null || end == BooksEnd.UNKNOWN || !book.kind().isOfMessages()) {
      return null;
    }
    return book.refused().entrySet().stream()
        .filter(each -> device.flows().containsKey(each.getKey()))
        .filter(each -> !device.flows().get(each.getKey()).terms().deviceOnly())
        .mapToLong(each -> each.getValue().and(backend.flow(each.getKey()).received()).size())
        .sum();
  }

  /** Judges the load of a tenant beside its limit. */
  static TenantLimit judged(LimitBook book, Long delivered) {
    LimitCourse course = book.course();
    int late = (int) Math.ceil(book.withinSeconds());
    boolean ofRate = book.kind() == LimitKind.MESSAGES;
    long[] most = ofRate ? values(course.begun()) : course.most();
    long[] least = course.least();
    long refused = 0;
    long below = 0;
    long above = ofRate ? overflow(values(course.confirmed()), book.limit(), late) : 0;
    for (int i = 0; i < course.seconds(); i++) {
      refused += course.refused().get(i);
      if (course.refused().get(i) > 0
          && most(most, i - late - (ofRate ? 1 : 0), i) <= book.limit()) {
        below += course.refused().get(i);
      }
      if (!ofRate && course.accepted().get(i) > 0 && least(least, i - late, i) >= book.limit()) {
        above += course.accepted().get(i);
      }
    }
    return new TenantLimit(
        ofRate ? most(values(course.confirmed()), 0, course.seconds() - 1) : reached(course),
        refused,
        below,
        above,
        delivered,
        book.kind().isOfMessages() ? null : (Long) book.keptOut());
  }

  /**
   * Messages that went well beyond what a rate lets pass: a leaky bucket (ITU-T I.371) that holds
   * what is due in the time that the target may be late, a second at least.
   */
  private static long overflow(long[] confirmed, double rate, int late) {
    double room = rate * Math.max(1, late);
    double level = 0;
    double over = 0;
    for (long each : confirmed) {
      level = Math.max(0, level + each - rate);
      over += Math.max(0, level - room);
      level = Math.min(level, room);
    }
    return (long) Math.floor(over);
  }

  private static double reached(LimitCourse course) {
    long sum = 0;
    long most = 0;
    for (int i = 0; i < course.seconds(); i++) {
      sum += course.confirmed().get(i) - course.ended().get(i);
      most = Math.max(most, sum);
    }
    return most;
  }

  private static long most(long[] values, int from, int to) {
    long most = 0;
    for (int i = Math.max(0, from); i <= to; i++) {
      most = Math.max(most, values[i]);
    }
    return most;
  }

  /** The least of some seconds; before the first one nothing was counted. */
  private static long least(long[] values, int from, int to) {
    long least = from < 0 ? 0 : Long.MAX_VALUE;
    for (int i = Math.max(0, from); i <= to; i++) {
      least = Math.min(least, values[i]);
    }
    return least;
  }

  private static long[] values(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).toArray();
  }
}
