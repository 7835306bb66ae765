// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.analysis.limit.Probe;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SteadyRule;
import io.fleetload.tool.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Probes that are whole runs against a target that stays up, each in a directory of its own below
 * that of the search, judged like any other run.
 */
final class RunProbing implements LimitCampaign.Probing {
  private static final String CPU = "CPU s a million messages";

  /** Processor time a message varies by less from one run to the next. */
  private static final double LESS_COST = 0.1;

  private static final int MOST_WARM_RUNS = 5;

  private final GivenProfile given;
  private final FindLimit limit;
  private final Path directory;
  private final Tools tools;
  private final Teller teller;
  private final Teller ofRuns;
  private final StopSignal stop;
  private final ReadyTarget target;
  private final Baseline baseline;
  private Quickness first;
  private int probes;
  private int looks;
  private int warmRuns;

  RunProbing(
      GivenProfile given,
      Baseline baseline,
      Path directory,
      Tools tools,
      Teller teller,
      StopSignal stop,
      ReadyTarget target) {
    this.given = given;
    this.limit = given.profile().findLimit();
    this.baseline = baseline;
    this.directory = directory;
    this.tools = tools;
    this.teller = teller;
    this.ofRuns = event -> tellButVerdict(event, teller);
    this.stop = stop;
    this.target = target;
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
      say("warming the target at " + limit.from());
      String name = String.format(Locale.ROOT, "warm-%02d", ++warmRuns);
      Done done = run(name, unjudged(limit.overridesOfAWarmRun(flows())), null);
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
  public Probe probe(double together, Boolean recovered)
      throws TargetException, UsageException, IOException, InterruptedException {
    String name = String.format(Locale.ROOT, "probe-%02d", ++probes);
    Done done = run(name, limit.overrides(flows(), together), baseline);
    Probe probe = Probe.of(name, together, recovered, done.result, done.book);
    if (first == null) {
      first = Quickness.of(probe, done.result);
    }
    return probe;
  }

  @Override
  public Boolean recovered()
      throws TargetException, UsageException, IOException, InterruptedException {
    long longest = limit.recovery().nanos();
    if (longest == 0) {
      return null;
    }
    // It is compared with the first probe and not judged.
    List<String> look = unjudged(limit.overridesOfALook(flows()));
    long begun = System.nanoTime();
    do {
      say("looking whether the target has recovered");
      String name = String.format(Locale.ROOT, "look-%02d", ++looks);
      Done done = run(name, look, null);
      Probe probe = Probe.of(name, limit.from().perSecond(), null, done.result, done.book);
      if (Quickness.of(probe, done.result).isAsGoodAs(first)) {
        return true;
      }
    } while (!isStopped() && System.nanoTime() - begun < longest);
    return false;
  }

  @Override
  public boolean isStopped() {
    return stop.why() != null;
  }

  private Map<String, LoadProfile.Flow> flows() {
    return given.profile().flowsByName();
  }

  private static List<String> unjudged(List<String> overrides) {
    List<String> all = new ArrayList<>(overrides);
    all.add("thresholds=[]");
    return all;
  }

  /** A run that is over. */
  private record Done(Result result, DeviceBook book) {}

  private Done run(String name, List<String> more, Baseline comparedWith)
      throws TargetException, UsageException, IOException, InterruptedException {
    GivenProfile ofProbe = with(more);
    Path place = RunDirectory.forRun(directory.resolve(name), ofProbe.profile(), Instant.now());
    new Campaign(PlannedRun.unsharded(ofProbe, comparedWith, place), tools, ofRuns, stop)
        .runAgainst(target);
    Path book = place.resolve(DeviceBook.FILE);
    return new Done(
        ResultFiles.read(place.resolve(Result.FILE), Result.class),
        Files.exists(book) ? ResultFiles.read(book, DeviceBook.class) : nothing());
  }

  /** The book of a run that was interrupted before its devices began; it has no flows either. */
  private DeviceBook nothing() {
    return Asked.of(given.profile(), "", Shards.NONE).nothingDone();
  }

  private GivenProfile with(List<String> more) throws UsageException {
    try {
      return given.with(more);
    } catch (ProfileException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static void tellButVerdict(ToolEvent event, Teller to) {
    if (!(event instanceof ToolEvent.Said said && said.tool().equals(Campaign.TOOL))) {
      to.tell(event);
    }
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Said(Campaign.TOOL, text));
  }
}
