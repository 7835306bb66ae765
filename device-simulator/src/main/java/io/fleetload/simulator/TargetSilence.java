// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.RunFigures;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Sees from the counts of a run whether anything comes back from the target. An error code is an
 * answer as well; only what is due and gets none at all is silence, so a fleet that has nothing to
 * send hears nothing and is not silent.
 */
final class TargetSilence {
  /** A shorter silence is not reported. */
  private static final long SHORTEST_MILLIS = 3_000;

  private static final Set<String> NO_ANSWER =
      Set.of(
          Cause.Transport.HANDSHAKE.key(),
          Cause.Transport.TIMEOUT.key(),
          Cause.Transport.DISCONNECTED.key(),
          Cause.Transport.UNREACHABLE.key(),
          Cause.Transport.OTHER.key());

  private long answers = -1;
  private long unanswered;
  private long sinceEpochMs;
  private boolean told;

  /**
   * Looks at the counts, about once a second.
   *
   * @param nowEpochMs when they were taken, ms since the epoch
   * @return what there is to tell
   */
  Optional<ToolEvent.Silence> look(RunFigures figures, long nowEpochMs) {
    long soFar = answers(figures);
    if (soFar != answers) {
      answers = soFar;
      unanswered = unanswered(figures);
      sinceEpochMs = nowEpochMs;
      if (told) {
        told = false;
        return Optional.of(new ToolEvent.Silence(Simulation.TOOL, null));
      }
      return Optional.empty();
    }
    if (unanswered(figures) == unanswered || nowEpochMs - sinceEpochMs < SHORTEST_MILLIS) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(new ToolEvent.Silence(Simulation.TOOL, sinceEpochMs));
  }

  private static long answers(RunFigures figures) {
    Reconnects again = figures.devices().reconnects();
    return figures.devices().connected()
        + (again == null ? 0 : again.succeeded())
        + counts(figures)
            .mapToLong(
                each ->
                    each.ok() + each.failedTotal() + each.refusedTotal() - without(each.failed()))
            .sum();
  }

  /** Number of messages that were due and had no answer, or no session to be sent with. */
  private static long unanswered(RunFigures figures) {
    return counts(figures)
        .mapToLong(
            each ->
                without(each.failed())
                    + each.notSent().getOrDefault(NotSent.NOT_CONNECTED.key(), 0L))
        .sum();
  }

  private static Stream<FlowCounts> counts(RunFigures figures) {
    return figures.flows().values().stream().flatMap(TargetSilence::periods);
  }

  private static Stream<FlowCounts> periods(FlowFigures flow) {
    return Stream.of(flow.warmUp(), flow.measured());
  }

  private static long without(Map<String, Long> failed) {
    return failed.entrySet().stream()
        .filter(each -> NO_ANSWER.contains(each.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
