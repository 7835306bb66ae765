// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RepeatedRuns;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One load test made several times, one after the other, or once for each value of a key. A run
 * that broke off and left a result counts, and the series goes on. A run that left no result ends
 * it, such as one with a target that did not come up.
 */
public final class RepeatRun {
  private final int asked;
  private final RepeatedRuns runs;
  private final RunMaker running;
  private final SeriesListener course;

  /** Makes runs. */
  public interface RunMaker {
    /**
     * Makes the directory of the next run.
     *
     * @param number which it is, from 1 on
     * @throws UsageException if it cannot be made
     */
    Path place(int number) throws UsageException;

    /**
     * Makes a run and leaves its result in its directory.
     *
     * @param number which it is, from 1 on
     * @throws TargetException if the target did not come up or went away
     */
    void run(int number, Path place)
        throws TargetException, UsageException, IOException, InterruptedException;

    /** Returns whether the series has to stop. */
    boolean isStopped();
  }

  /** Takes what becomes known on the way. */
  interface SeriesListener {
    /**
     * After each run.
     *
     * @param last the run
     * @param soFar what is known by now
     */
    void ran(Repeat.RunOfSeries last, Repeat soFar) throws IOException;

    /** At the end, whatever it was. */
    void ended(Repeat repeat) throws IOException;
  }

  /**
   * Not begun.
   *
   * @param asked how many runs
   * @param runs takes them
   */
  public RepeatRun(int asked, RepeatedRuns runs, RunMaker running, SeriesListener course) {
    this.asked = asked;
    this.runs = runs;
    this.running = running;
    this.course = course;
  }

  /**
   * Makes them.
   *
   * @return the worst of their verdicts
   * @throws TargetException if a run left no result as the target was not there
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started or a result not be written
   */
  public ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    for (int number = 1; number <= asked && !running.isStopped(); number++) {
      Path place = running.place(number);
      try {
        running.run(number, place);
      } catch (TargetException e) {
        // What ends a whole group of processes ends the tools as well.
        if (!hasResult(place) && !running.isStopped()) {
          course.ended(runs.stopped(e.code(), e.getMessage()));
          throw e;
        }
      }
      if (hasResult(place)) {
        course.ran(runs.add(number, place), runs.soFar());
      }
    }
    Repeat end = running.isStopped() ? runs.interrupted() : runs.ended();
    course.ended(end);
    return end.verdict().code();
  }

  private static boolean hasResult(Path place) {
    return Files.exists(place.resolve(Result.FILE));
  }
}
