// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Decides whether a target that was cold is steady: its figures have stopped falling from one
 * window of time to the next, and it keeps up with what is asked for.
 *
 * <p>A figure still falls where each of the last k windows is below each of the k before, and their
 * median is below that of the others by more than a share. Of windows that only vary, k = 3 are all
 * below the 3 before in 1 of 20 cases (3!·3!/6!), so a noisy target is not taken for a cold one for
 * long; one that gets faster is always found. A figure that rises is no obstacle by itself: a
 * target that does not keep up shows in its backlog.
 *
 * <p>Not thread-safe.
 */
public final class SteadyRule {
  /**
   * Smallest difference that counts, in the figure's own unit: 1 ms, 1 %, 1 s a million messages.
   */
  private static final double LEAST = 1;

  private final int windows;
  private final double share;
  private final Deque<Window> last = new ArrayDeque<>();

  /**
   * Figures of one window.
   *
   * @param figures by name with their unit, such as {@code telemetry p99 ms}; the smaller, the
   *     better
   * @param backlog messages that were due and had no outcome at its end
   * @param perSecond the rate asked for, msg/s
   */
  public record Window(Map<String, Double> figures, long backlog, double perSecond) {
    /** Returns whether more messages have no outcome than is normal at that rate. */
    public boolean isBacklog() {
      return Backlog.isOne(backlog, perSecond);
    }
  }

  /**
   * A rule that has seen nothing.
   *
   * @param windows how many windows are compared with as many before them
   * @param share by how much of itself a figure has to fall to count as falling, 0 to 1
   */
  public SteadyRule(int windows, double share) {
    this.windows = windows;
    this.share = share;
  }

  /** A window is over. */
  public void add(Window window) {
    last.addLast(window);
    if (last.size() > 2 * windows) {
      last.removeFirst();
    }
  }

  /** The figures that are not steady yet, in words; empty where all are. */
  public Optional<String> unsteady() {
    if (last.size() < 2 * windows) {
      return Optional.of("it was seen for too short a time");
    }
    Window now = last.getLast();
    if (now.isBacklog()) {
      return Optional.of(
          String.format(Locale.ROOT, "%,d messages waited for their outcome", now.backlog));
    }
    return falling();
  }

  /** A figure that still falls, in words; nothing where none does, or too little was seen. */
  public Optional<String> falling() {
    if (last.size() < 2 * windows) {
      return Optional.empty();
    }
    return last.getLast().figures.keySet().stream()
        .map(this::fall)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> fall(String figure) {
    List<Double> course =
        last.stream().map(each -> each.figures.get(figure)).filter(each -> each != null).toList();
    if (course.size() < 2 * windows) {
      return Optional.empty();
    }
    List<Double> before = course.subList(0, windows);
    List<Double> after = course.subList(windows, 2 * windows);
    double from = median(before);
    double to = median(after);
    boolean falls =
        Collections.max(after) < Collections.min(before)
            && from - to > LEAST
            && to < from * (1 - share);
    return falls
        ? Optional.of(String.format(Locale.ROOT, "%s fell from %,.0f to %,.0f", figure, from, to))
        : Optional.empty();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
