// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of the target during the search. Between the lowest load that a probe crossed and the
 * highest that one held, noise alone gives held and crossed in any order. A target that changed
 * gives all of one kind first, then all of the other.
 *
 * <p>It is said if such an order is at least nine times as likely of a change as of noise, by the
 * likelihood (a/n)^a (b/n)^b of a held and b crossed of n, with at least two crossed, and if these
 * loads are a quarter apart or more. Two crossed and a throughput that was 10 % higher before say
 * it as well: noise of times does not change what a target can do.
 *
 * @param kind {@code fell}, {@code rose}, {@code came-back} after a fall, or {@code went-back}
 *     after a rise
 * @param probe directory of the first probe of the state that the answer is of
 * @param atSeconds when that probe began, in s from the begin of the search; absent where it is not
 *     known
 * @param says the change in a sentence
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CapacityChange(String kind, String probe, Double atSeconds, String says) {
  private static final double LIKELY = 1.0 / 9;
  private static final double APART = 1.25;
  private static final double LESS = 0.9;

  /** The probes in a row that all held, or all crossed. */
  private record Stretch(boolean held, List<Probe> probes) {
    Probe first() {
      return probes.get(0);
    }
  }

  /** The last change; null if the probes show none. */
  static CapacityChange of(List<Probe> probes, LimitSearch.Bracket bracket, Limit.Search search) {
    if (bracket.noisyFrom() == null) {
      return null;
    }
    List<Stretch> stretches = stretches(probes, bracket);
    int count = stretches.size();
    if (count < 2 || count > 3) {
      return null;
    }
    int held = number(stretches, true);
    int crossed = number(stretches, false);
    double n = held + crossed;
    boolean ordered =
        Math.pow(held / n, held) * Math.pow(crossed / n, crossed) <= LIKELY / (count - 1)
            && bracket.noisyTo() >= APART * bracket.noisyFrom();
    boolean rises = stretches.get(count - 1).held;
    // One accident at the begin is no state of the target.
    boolean enough = crossed > 1 && (held > 1 || !rises);
    if (!enough || !(ordered || didLess(stretches))) {
      return null;
    }
    Probe since = stretches.get(count - 1).first();
    String kind = count == 2 ? (rises ? "rose" : "fell") : rises ? "came-back" : "went-back";
    return new CapacityChange(
        kind,
        since.directory(),
        since.run().atSeconds(),
        says(stretches, rises, search) + "; the answer is of the state since then");
  }

  /** The probes of that state; all of them without a change. */
  static List<Probe> since(CapacityChange change, List<Probe> probes) {
    if (change == null) {
      return probes;
    }
    int from = 0;
    while (!probes.get(from).directory().equals(change.probe)) {
      from++;
    }
    return probes.subList(from, probes.size());
  }

  private static List<Stretch> stretches(List<Probe> probes, LimitSearch.Bracket bracket) {
    List<Stretch> stretches = new ArrayList<>();
    for (Probe each : probes) {
      boolean between = each.load() >= bracket.noisyFrom() && each.load() <= bracket.noisyTo();
      if (between && each.judged() && !Boolean.TRUE.equals(each.gettingFaster())) {
        int last = stretches.size() - 1;
        if (last < 0 || stretches.get(last).held != each.held()) {
          stretches.add(new Stretch(each.held(), new ArrayList<>()));
          last++;
        }
        stretches.get(last).probes.add(each);
      }
    }
    return stretches;
  }

  private static int number(List<Stretch> stretches, boolean held) {
    return stretches.stream()
        .filter(each -> each.held == held)
        .mapToInt(each -> each.probes.size())
        .sum();
  }

  /** Returns whether the target could do less while it crossed than while it held. */
  private static boolean didLess(List<Stretch> stretches) {
    double most = 0;
    double crossed = 0;
    int behind = 0;
    for (Stretch stretch : stretches) {
      for (Probe each : stretch.probes) {
        Double throughput = LoadEvidence.of(each).throughput();
        if (stretch.held && each.completed() != null) {
          most = Math.max(most, each.completed());
        } else if (!stretch.held && throughput != null) {
          behind++;
          crossed = Math.max(crossed, each.completed());
        }
      }
    }
    return behind > 1 && crossed < LESS * most;
  }

  private static String says(List<Stretch> stretches, boolean rises, Limit.Search search) {
    Stretch before = stretches.get(stretches.size() - 2);
    Stretch after = stretches.get(stretches.size() - 1);
    Probe held = extreme(rises ? after : before, 1);
    Probe crossed = extreme(rises ? before : after, -1);
    String then =
        rises
            ? "it did not hold %s (%s), and later it held %s (%s)"
                .formatted(
                    search.text(crossed.load()),
                    crossed.directory(),
                    search.text(held.load()),
                    held.directory())
            : "it held %s (%s), and later it did not hold %s (%s)"
                .formatted(
                    search.text(held.load()),
                    held.directory(),
                    search.text(crossed.load()),
                    crossed.directory());
    String back = stretches.size() == 3 ? " and back" : "";
    return "the target changed%s during the search: %s".formatted(back, then);
  }

  private static Probe extreme(Stretch stretch, int sign) {
    return stretch.probes.stream()
        .max((a, b) -> Double.compare(sign * a.load(), sign * b.load()))
        .orElseThrow();
  }
}
