// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.end.EndOfRun;
import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Condition;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.health.Health;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.scenario.Packs;
import io.fleetload.tool.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/** {@code loadtest merge DIR... --out DIR}: the shards and backends of a run as one run. */
@CommandLine.Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = "Adds the books of the shards and backends of one run and judges the whole.")
public final class MergeCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "the shards' directories, and the backends' where they are others")
  private List<Path> directories;

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "where the merged books and their result go; a new or an empty directory")
  private Path out;

  @CommandLine.Option(
      names = "--profile",
      paramLabel = "PROFILE",
      description =
          "the profile with the thresholds; default: the thresholds in the shards' result.json")
  private Path profile;

  @CommandLine.Option(
      names = "--baseline",
      paramLabel = "DIR",
      description = "the run that thresholds compare with, where they do")
  private Path baseline;

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::merge);
  }

  private ExitCode merge(Screen screen) throws UsageException, ProfileException, IOException {
    for (Path directory : directories) {
      if (Files.exists(out) && Files.exists(directory) && Files.isSameFile(out, directory)) {
        throw new UsageException(
            "--out: is the directory of a shard; the merge would replace its books");
      }
    }
    MergedBooks merged = merged();
    Map<Path, Result.Judgement> judged = judged();
    List<Threshold> thresholds = thresholds(judged, screen);
    Baseline before = before(thresholds, merged.device(), merged.backend());
    RunDirectory.claim(out, merged.device().runName(), Instant.now());
    try {
      return judge(merged, judged.values(), thresholds, before, screen);
    } finally {
      RunDirectory.release(out);
      OutOption.indexAround(out, screen);
    }
  }

  private ExitCode judge(
      MergedBooks merged,
      Collection<Result.Judgement> judged,
      List<Threshold> thresholds,
      Baseline before,
      Screen screen)
      throws IOException {
    // Of the first shard that was judged; shards may run on many hosts.
    Result.About about =
        judged.stream()
            .findFirst()
            .map(Result.Judgement::about)
            .orElse(new Result.About(null, null, null));
    EndOfRun end =
        new EndOfRun(out, Packs.installed().viewsOf(about.profile()), line -> say(screen, line));
    end.keep(merged);
    if (merged.backend() != null) {
      end.keep(merged.backend());
    }
    EndOfRun.Terms terms = new EndOfRun.Terms(thresholds, before, busiestHost(judged), about);
    ExitCode code = end.judge(merged.device(), merged.backend(), terms, UnaryOperator.identity());
    say(screen, "results in " + out);
    json.print(out.resolve(Result.FILE));
    return code;
  }

  /**
   * Returns the judgements of the shards that were judged, by their files, in the order of the
   * directories.
   */
  private Map<Path, Result.Judgement> judged() throws IOException {
    Map<Path, Result.Judgement> judged = new LinkedHashMap<>();
    for (Path directory : directories) {
      Path file = directory.resolve(Result.FILE);
      if (Files.exists(file)) {
        judged.put(file, ResultFiles.read(file, Result.Judgement.class));
      }
    }
    return judged;
  }

  /**
   * Returns the load of the busiest host, since one busy host hinders the whole run; null if no
   * campaign watched a host.
   */
  private static HostLoad busiestHost(Collection<Result.Judgement> judged) {
    return judged.stream()
        .map(Result.Judgement::health)
        .filter(health -> health != null && health.host() != null)
        .map(Health::host)
        .max(Comparator.comparingInt(host -> host.reasons().size()))
        .orElse(null);
  }

  private MergedBooks merged() throws UsageException, IOException {
    try {
      return MergedBooks.of(BookSources.in(directories));
    } catch (MergeRefusal e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Baseline before(List<Threshold> thresholds, DeviceBook device, BackendBook backend)
      throws UsageException, IOException {
    if (baseline == null) {
      if (thresholds.stream().anyMatch(Threshold::ofBaseline)) {
        throw new UsageException("a threshold compares with a baseline; give --baseline DIR");
      }
      return null;
    }
    Baseline before = Baseline.read(baseline);
    before.check(
        thresholds,
        new FigureNames(
                device.flows().keySet(),
                List.of(),
                device.sharedBy(),
                device.groups() == null
                    ? List.of()
                    : device.groups().stream().map(GroupBook::name).toList(),
                device.answers(),
                true,
                device.flows().keySet(),
                device.parts(),
                device.disturbances() == null
                    ? List.of()
                    : device.disturbances().stream().map(DisturbanceBook::name).toList())
            .announcing(
                backend == null || backend.announcements() == null
                    ? List.of()
                    : backend.announcements().keySet())
            .limiting(
                device.limits() == null
                    ? List.of()
                    : device.limits().stream().map(each -> each.kind().key()).toList()));
    return before;
  }

  private List<Threshold> thresholds(Map<Path, Result.Judgement> judged, Screen screen)
      throws UsageException, ProfileException {
    List<String> texts = profile == null ? ofResults(judged) : ofProfile();
    if (texts.isEmpty()) {
      say(
          screen,
          "the default thresholds alone judge: no shard has a result.json with others; --profile"
              + " names a profile");
    }
    try {
      return texts.stream().map(Threshold::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageException("a threshold that judged the shards: " + e.getMessage());
    }
  }

  private List<String> ofProfile() throws ProfileException {
    // The baseline is this command's own, as a path in a profile is relative to that.
    List<String> overrides = baseline == null ? List.of() : List.of("baseline=given");
    return GivenProfile.read(profile, overrides).profile().thresholds().stream()
        .map(Condition::text)
        .toList();
  }

  /** All shards were judged by the profile of the run, so their results must name the same. */
  private static List<String> ofResults(Map<Path, Result.Judgement> judged) throws UsageException {
    Path from = null;
    List<String> texts = List.of();
    for (Map.Entry<Path, Result.Judgement> each : judged.entrySet()) {
      List<String> here =
          each.getValue().thresholds().stream()
              .filter(ThresholdOutcome::ofProfile)
              .map(ThresholdOutcome::threshold)
              .distinct()
              .toList();
      if (from != null && !here.equals(texts)) {
        throw new UsageException(
            "%s: has other thresholds than %s; --profile names those that judge"
                .formatted(each.getKey(), from));
      }
      from = each.getKey();
      texts = here;
    }
    return texts;
  }

  private static void say(Screen screen, String line) {
    screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line));
  }
}
