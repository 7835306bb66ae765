// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.ProbeRun;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.RunRequest;
import io.fleetload.campaign.run.Shards;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Devices;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.time.SteadyRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Probes that are whole runs against a target that stays up, each in a directory of its own below
 * that of the search, judged like any other run.
 */
public final class RunProbes implements LimitSearchRun.ProbeMaker {
  private static final String CPU = "CPU s a million messages";

  /** Processor time a message varies by less from one run to the next. */
  private static final double LESS_COST = 0.1;

  private static final int MOST_WARM_RUNS = 5;

  private final GivenProfile given;
  private final FindLimit limit;
  private final RunSeries runs;
  private final Teller teller;
  private final ProbeRunner running;
  private final Baseline baseline;
  private Quickness first;
  private boolean answeredAll;
  private int probes;
  private int looks;

  /** True if the profile allows shorter probes; null until it is known. */
  private Boolean scouts;

  private int warmRuns;
  private final long begun = System.nanoTime();

  /** Makes one run of a search, on this machine or elsewhere. */
  @FunctionalInterface
  public interface ProbeRunner {
    /**
     * Makes it; its result lies in its place then.
     *
     * @param profile what is run
     * @param overrides with which it differs from the profile of the search
     * @param comparedWith the run that its thresholds compare with, or null
     * @throws TargetException if the target is not there any more
     */
    void run(GivenProfile profile, List<String> overrides, Baseline comparedWith, Path place)
        throws ProfileException, TargetException, UsageException, IOException, InterruptedException;
  }

  public RunProbes(
      GivenProfile given, Baseline baseline, RunSeries runs, Teller teller, ProbeRunner running) {
    this.given = given;
    this.limit = given.profile().findLimit();
    this.baseline = baseline;
    this.runs = runs;
    this.teller = teller;
    this.running = running;
  }

  /**
   * A run tells by itself when response times and backlog are steady. What it costs the target is
   * known at its end alone, so such runs are compared with one another.
   */
  @Override
  public void warm() throws TargetException, UsageException, IOException, InterruptedException {
    SteadyRule cost = new SteadyRule(1, LESS_COST);
    boolean more = limit.warmUp().longest().nanos() > 0;
    while (more && !isStopped()) {
      say(
          limit.raisesDevices()
              ? "warming the target with %s devices".formatted(limit.from())
              : "warming the target at " + limit.from());
      Done done =
          run("warm", ++warmRuns, unjudged(limit.overridesOfAWarmRun(given.profile())), null);
      Double cpu =
          done.result.target() == null ? null : done.result.target().cpuSecondsPerMillionMessages();
      more = cpu != null && limit.warmUp().untilSteady() && warmRuns < MOST_WARM_RUNS;
      if (more) {
        cost.add(new SteadyRule.Window(Map.of(CPU, cpu), 0, 0));
        more = cost.unsteady().isPresent();
      }
    }
  }

  @Override
  public Probe probe(double load, Boolean recovered, boolean scout)
      throws TargetException, UsageException, IOException, InterruptedException {
    boolean shorter = scout && mayScout();
    double at = (System.nanoTime() - begun) / 1e9;
    Done done =
        run(
            "probe",
            ++probes,
            shorter
                ? limit.overridesOfAScout(given.profile(), load)
                : limit.overrides(given.profile(), load),
            baseline);
    Probe probe =
        probe(
            new ProbeRun(
                done.name,
                done.result.identity().runId(),
                done.result.figures().measuredSeconds(),
                Math.round(at * 10) / 10.0,
                shorter ? true : null),
            done,
            load,
            recovered);
    answeredAll = Quickness.answeredAll(done.result);
    if (first == null) {
      first = Quickness.of(probe, done.result);
    }
    return probe;
  }

  /** A window of a threshold may need all of a probe. */
  private boolean mayScout() {
    if (scouts == null) {
      try {
        var unused =
            given.with(limit.overridesOfAScout(given.profile(), limit.from().amount())).scenario();
        scouts = true;
      } catch (ProfileException e) {
        scouts = false;
      }
    }
    return scouts;
  }

  private Probe probe(ProbeRun run, Done done, double load, Boolean recovered) {
    Probe probe = Probe.of(run, load, recovered, done.result, done.book);
    if (!limit.raisesDevices()) {
      return probe;
    }
    Devices devices = given.profile().devices();
    return probe.with(new Probe.ProbeFleet((int) load, devices.countsOfGroups((int) load)));
  }

  @Override
  public Boolean recovered()
      throws TargetException, UsageException, IOException, InterruptedException {
    long longest = limit.recovery().nanos();
    if (longest == 0) {
      return null;
    }
    if (answeredAll) {
      return true;
    }
    // It is compared with the first probe and not judged.
    List<String> overrides = unjudged(limit.overridesOfALook(given.profile()));
    long looked = System.nanoTime();
    do {
      say("looking whether the target has recovered");
      Done done = run("look", ++looks, overrides, null);
      ProbeRun look = new ProbeRun(done.name, done.result.identity().runId(), 0);
      Probe probe = probe(look, done, limit.from().amount(), null);
      if (Quickness.of(probe, done.result).isAsGoodAs(first)) {
        return true;
      }
    } while (!isStopped() && System.nanoTime() - looked < longest);
    return false;
  }

  @Override
  public boolean isStopped() {
    return runs.isStopped();
  }

  private static List<String> unjudged(List<String> overrides) {
    List<String> all = new ArrayList<>(overrides);
    all.add("thresholds=[]");
    return all;
  }

  /** A run that is over. */
  private record Done(String name, Result result, DeviceBook book) {}

  private Done run(String kind, int number, List<String> more, Baseline comparedWith)
      throws TargetException, UsageException, IOException, InterruptedException {
    Path place;
    try {
      GivenProfile ofProbe = given.with(more);
      place = runs.place(kind, number, ofProbe.scenario());
      running.run(ofProbe, more, comparedWith, place);
    } catch (ProfileException e) {
      throw new UsageException(e.getMessage());
    }
    Path book = place.resolve(DeviceBook.FILE);
    return new Done(
        place.getFileName().toString(),
        ResultFiles.read(place.resolve(Result.FILE), Result.class),
        Files.exists(book) ? ResultFiles.read(book, DeviceBook.class) : nothing());
  }

  /** The book of a run that was interrupted before its devices began; it has no flows either. */
  private DeviceBook nothing() {
    return RunRequest.of(given.scenario(), "", Shards.NONE).nothingDone();
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Sentence(Campaign.TOOL, text));
  }
}
