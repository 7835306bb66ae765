// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.analysis.report.ResultsIndex;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;
import picocli.CommandLine;

/** The directory of a command's results. */
public final class OutOption {
  @CommandLine.Option(names = "--out", paramLabel = "DIR")
  private Path out;

  private Path made;
  private final String what;
  private final String name;
  private final Predicate<Path> unfinished;

  /**
   * Not given yet.
   *
   * @param what is written, for the command's help
   * @param name of the directory where none is given, before the time
   */
  public OutOption(String what, String name) {
    this(what, name, directory -> false);
  }

  /**
   * The same of a command that goes on with what an earlier one left unfinished.
   *
   * @param unfinished whether a directory is such a one
   */
  public OutOption(String what, String name, Predicate<Path> unfinished) {
    this.what = what;
    this.name = name;
    this.unfinished = unfinished;
  }

  /** For results, by default in a directory named by the profile's {@code run.name}. */
  public static OutOption ofRun() {
    return new OutOption("results", "<run>");
  }

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  void mixedInto(CommandLine.Model.CommandSpec command) {
    OwnWords.describe(
        command, "--out", "where the %s go; default results/%s-<UTC time>".formatted(what, name));
  }

  /**
   * Refuses a directory that has anything in it, before anything else is looked at.
   *
   * @throws UsageException if it has
   */
  public void refuseUsed() throws UsageException {
    if (out != null && !unfinished.test(out)) {
      RunDirectory.refuseUsed(out);
    }
  }

  /**
   * Makes the directory, which belongs to this command alone.
   *
   * @throws UsageException if it is not empty, or cannot be made or written
   */
  public Path make() throws UsageException {
    made =
        out != null && unfinished.test(out)
            ? RunDirectory.claimAgain(out)
            : RunDirectory.claim(out, name, Instant.now());
    return made;
  }

  /**
   * Makes the directory of a run, which belongs to this command alone.
   *
   * @throws UsageException if it is not empty, cannot be made or written, or has too little space
   *     for the books
   */
  public Path makeFor(Scenario scenario) throws UsageException {
    made = RunDirectory.claimForRun(out, scenario, Instant.now());
    return made;
  }

  /**
   * A command's work, after which the directory is its own by what lies in it, and the index of the
   * folder around it has what came of it.
   */
  public <S extends Teller> CommandWork.LongWork<S> during(CommandWork.LongWork<S> work) {
    return (screen, stop) -> {
      try {
        return work.run(screen, stop);
      } finally {
        release();
        index(screen);
      }
    };
  }

  private void index(Teller teller) {
    if (made != null) {
      indexAround(made, teller);
    }
  }

  /** Renews the index of the folder around a run; without it the results are as good. */
  public static void indexAround(Path run, Teller teller) {
    try {
      ResultsIndex.renewAround(run);
    } catch (IOException | RuntimeException e) {
      teller.tell(new ToolEvent.Sentence(Campaign.TOOL, "no index of the runs: " + e.getMessage()));
    }
  }

  /** Says that the command is over. */
  public void release() {
    if (made != null) {
      RunDirectory.release(made);
    }
  }
}
