// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.archive.NewArchives;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.PackOption;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.pack.Pack;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * {@code loadtest archive}: makes the archives from which later runs start their programs, by a
 * short load test in which each process writes its own.
 */
@CommandLine.Command(
    name = "archive",
    mixinStandardHelpOptions = true,
    description =
        "Makes archives of the programs' classes, so that later runs start sooner: runs a pack's"
            + " quickstart for some seconds, and writes some 200 MB.")
public final class ArchiveCommand implements Callable<Integer> {
  private static final String NAME = "archive";

  /** A run that gave a verdict ran all programs, whatever the verdict. */
  private static final List<ExitCode> RAN =
      List.of(
          ExitCode.PASSED,
          ExitCode.THRESHOLDS_CROSSED,
          ExitCode.LEDGER_UNBALANCED,
          ExitCode.GENERATOR_LIMITED);

  @CommandLine.Mixin private final PackOption pack = new PackOption();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.lasting(json.keeping(json.screen()), this::make);
  }

  private ExitCode make(Screen screen, StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    Pack<?> wanted = pack.pack();
    Tools tools = Tools.here();
    try (NewArchives archives = NewArchives.begin()) {
      say(screen, "making archives for the pack " + wanted.name() + "; this takes about a minute");
      run(tools.toArchive(archives, pack.quickstart()), archives.made().resolve("log"), stop);
      if (stop.why() != null) {
        return json.end(ExitCode.INTERRUPTED, null);
      }
      List<Path> kept = archives.keep();
      if (kept.isEmpty()) {
        throw new TargetException(
            ExitCode.INTERNAL_FAULT, "no archives: this Java cannot make any; runs need none");
      }
      for (Path each : kept) {
        say(
            screen,
            String.format(
                Locale.ROOT, "  %4d MB  %s", Files.size(each) / 1_000_000, each.getFileName()));
      }
      say(screen, "archives in " + archives.folder());
      return json.end(ExitCode.PASSED, archives.folder());
    }
  }

  private static void say(Screen screen, String text) {
    screen.tell(new ToolEvent.Sentence(Campaign.TOOL, text));
  }

  private static void run(List<String> command, Path log, StopSignal stop)
      throws TargetException, IOException, InterruptedException {
    try (ToolProcess run = ToolProcess.start(NAME, command, log, event -> {})) {
      stop.onStop(run::stop);
      ToolProcess.awaitAny(run.ended());
      int code = run.await();
      if (stop.why() == null && RAN.stream().noneMatch(each -> each.code() == code)) {
        String why = Files.readString(log).lines().findFirst().orElse("no reason said");
        throw new TargetException(
            ExitCode.TARGET_NOT_READY,
            "no archives: their load test ended with exit code %s: %s; see %s"
                .formatted(code, why, log.getParent()));
      }
    }
  }
}
