// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;

/**
 * Counts of what is not as it was sent.
 *
 * @param misdelivered messages that came for another device, to another place or as something else;
 *     absent in the books of an earlier version
 * @param altered messages that say something else than the device sent; absent likewise
 * @param invented messages of the whole run that no device sent; absent where the run did not go to
 *     its end, and of the warm-up alone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Flaws(Long misdelivered, Long altered, Long invented) {

  /**
   * The flaws of one period.
   *
   * @param flawed what the book has; null in that of an earlier version
   * @param moved messages that arrived with the mark of another period
   * @param invented messages of the whole run that no device sent
   */
  public static Flaws of(FlawedMessages flawed, BookedPeriod period, long moved, long invented) {
    return new Flaws(
        flawed == null ? null : Long.valueOf(period.of(flawed.misdelivered()).size()),
        flawed == null
            ? moved == 0 ? null : Long.valueOf(moved)
            : Long.valueOf(period.of(flawed.altered()).size() + moved),
        period.isMeasured() ? Long.valueOf(invented) : null);
  }

  /** The flaws of several flows together; null if no flow has any. */
  public static Flaws sum(Collection<Flaws> flows) {
    return flows.stream().allMatch(Objects::isNull)
        ? null
        : new Flaws(
            sum(flows, Flaws::misdelivered),
            sum(flows, Flaws::altered),
            sum(flows, Flaws::invented));
  }

  /** The same and further messages that no device sent. */
  public Flaws withInvented(long more) {
    return invented == null ? this : new Flaws(misdelivered, altered, invented + more);
  }

  /** The same where it is not known which messages the devices sent. */
  public Flaws withoutInvented() {
    return new Flaws(misdelivered, altered, null);
  }

  private static Long sum(Collection<Flaws> flows, Function<Flaws, Long> count) {
    return flows.stream()
        .filter(Objects::nonNull)
        .map(count)
        .filter(Objects::nonNull)
        .reduce(Long::sum)
        .orElse(null);
  }
}
