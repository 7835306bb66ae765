// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitAnswer;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.analysis.limit.LoadEvidence;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A search that runs probe after probe until the limit is found, or until probes of one load say
 * nothing of the target. Then the search ends and says so, because a limit of the generator is not
 * a limit of the target. A probe is made again, a bounded number of times, if the generator was the
 * limit or the target was still getting faster.
 */
final class LimitSearchRun {
  /** A host that is busy for a moment must not end a search; one that always is, does. */
  private static final int MOST_UNJUDGED = 3;

  /** In the whole search: a target that is warm does not get faster. */
  private static final int MOST_GETTING_FASTER = 5;

  private final String run;
  private final Limit.Search asked;
  private final List<String> thresholds;
  private final LimitSearch search;
  private final ProbeMaker probing;
  private final SearchListener course;
  private final List<Probe> probes = new ArrayList<>();
  private int gettingFaster;

  /** Makes probes. */
  interface ProbeMaker {
    /**
     * Runs at the lowest load, not judged, until the target is warm.
     *
     * @throws TargetException if the target is not there any more
     */
    void warm() throws TargetException, UsageException, IOException, InterruptedException;

    /**
     * A run at a load.
     *
     * @param load the rate of all flows together, msg/s, or the number of devices
     * @param recovered whether the target had recovered before it, or null
     * @param scout whether it may be shorter, as its verdict decides nothing
     * @throws TargetException if the target is not there any more
     */
    Probe probe(double load, Boolean recovered, boolean scout)
        throws TargetException, UsageException, IOException, InterruptedException;

    /**
     * Waits until the target has recovered from the probes so far. One that answered every message
     * of the last probe has.
     *
     * @return whether it has, or null if it was not checked
     * @throws TargetException if the target is not there any more
     */
    Boolean recovered() throws TargetException, UsageException, IOException, InterruptedException;

    /** Returns whether the search has to stop. */
    boolean isStopped();
  }

  /** Takes what becomes known on the way. */
  interface SearchListener {
    /**
     * After each probe.
     *
     * @param last the probe
     * @param soFar what is known by now
     */
    void probed(Probe last, Limit soFar) throws IOException;

    /** At the end, whatever it was. */
    void ended(Limit limit) throws IOException;
  }

  LimitSearchRun(
      String run,
      Limit.Search asked,
      List<String> thresholds,
      LimitSearch search,
      ProbeMaker probing,
      SearchListener course) {
    this.run = run;
    this.asked = asked;
    this.thresholds = thresholds;
    this.search = search;
    this.probing = probing;
    this.course = course;
  }

  /**
   * Runs it.
   *
   * @throws TargetException if the target is not there any more; the findings so far are reported
   *     before
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started or a result not be written
   */
  ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    try {
      Limit limit = searched();
      course.ended(limit);
      return limit.verdict().code();
    } catch (TargetException e) {
      if (probing.isStopped()) {
        // What ends a whole group of processes ends the tools as well.
        course.ended(interrupted());
        return ExitCode.INTERRUPTED;
      }
      course.ended(answer().without(e.code(), e.getMessage()));
      throw e;
    }
  }

  private Limit searched()
      throws TargetException, UsageException, IOException, InterruptedException {
    probing.warm();
    Boolean recovered = null;
    for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
      double load = next.getAsDouble();
      if (!probes.isEmpty() && !probes.get(probes.size() - 1).held()) {
        recovered = probing.recovered();
      }
      if (probing.isStopped()) {
        return interrupted();
      }
      Probe probe = probing.probe(load, recovered, search.scouts());
      recovered = null;
      probes.add(probe);
      if (probe.judged()) {
        if (!isToBeTriedWarmer(probe)) {
          search.saw(LoadEvidence.of(probe));
        }
      } else if (probe.is(ExitCode.GENERATOR_LIMITED) && search.isLook(load)) {
        search.dropLook();
      } else if (probe.is(ExitCode.GENERATOR_LIMITED) && search.tooHigh(load)) {
        course.probed(probe, soFar());
        continue;
      } else if (!isToBeTriedAgain(probe)) {
        Limit stopped = answer().stoppedBy(probe);
        course.probed(probe, stopped);
        return stopped;
      }
      course.probed(probe, soFar());
    }
    return answer().found();
  }

  private boolean isToBeTriedWarmer(Probe probe) {
    return Boolean.TRUE.equals(probe.gettingFaster()) && gettingFaster++ < MOST_GETTING_FASTER;
  }

  private boolean isToBeTriedAgain(Probe probe) {
    long unjudged =
        probes.stream().filter(each -> each.load() == probe.load() && !each.judged()).count();
    boolean ofABusyHost = probe.is(ExitCode.GENERATOR_LIMITED) || probe.is(ExitCode.BACKEND_BEHIND);
    return ofABusyHost && unjudged < MOST_UNJUDGED;
  }

  private Limit interrupted() {
    return answer().without(ExitCode.INTERRUPTED, "the search was interrupted");
  }

  private Limit soFar() {
    return answer().without(ExitCode.INTERRUPTED, "the search has not come to its end");
  }

  private LimitAnswer answer() {
    return new LimitAnswer(run, asked, thresholds, probes, search.bracket());
  }
}
