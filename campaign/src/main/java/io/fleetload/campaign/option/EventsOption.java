// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.screen.Screen;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.campaign.view.Terminal;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.ToolEvents;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine;

/**
 * The option {@code --json-events}: standard output has a line of JSON for each event of a run as
 * it happens, and text for people goes to standard error.
 */
public final class EventsOption implements Teller {
  @CommandLine.Option(
      names = "--json-events",
      description =
          "prints what happens as lines of JSON on standard output, and all else on standard error;"
              + " docs/reference/events.schema.json describes them")
  private boolean given;

  private final Clock clock = Clock.systemUTC();
  private Path directory;

  /** The screen of a run. */
  public Screen screen(JsonOption json) {
    return given ? new Screen(System.err, System.err).beside(this) : json.screen();
  }

  /** The screen of several runs. */
  public SeriesScreen ofSeries(JsonOption json) {
    return given
        ? new SeriesScreen(System.err, System.err, () -> Terminal.NONE, this)
        : json.ofSeries();
  }

  /**
   * A command's work, with an event at its end, and one document on one output.
   *
   * @param json the option of the other document
   */
  public <S extends Teller> CommandWork.LongWork<S> during(
      JsonOption json, CommandWork.LongWork<S> work) {
    return (screen, stop) -> {
      if (given && json.isGiven()) {
        throw new UsageException(
            "--json-events: run without it, or without --json: both want the standard output");
      }
      ExitCode code = work.run(screen, stop);
      end(code);
      return code;
    };
  }

  /**
   * Says what was asked for and where the results go, before all else.
   *
   * @param scenario of the largest run
   * @param runs how many runs follow each other; of a search, how many at most
   */
  public void begin(Scenario scenario, Path results, int runs) {
    directory = results;
    LoadProfile profile = scenario.profile();
    tell(
        new ToolEvent.Begin(
            ToolEvent.Begin.VERSION,
            profile.run().name(),
            scenario.pack().name(),
            results.toString(),
            runs,
            profile.devices().count(),
            profile.phases().runSeconds()));
  }

  private void end(ExitCode code) {
    tell(
        new ToolEvent.End(
            code.code(), code.status(), directory == null ? null : directory.toString()));
  }

  @Override
  public synchronized void tell(ToolEvent event) {
    if (!given) {
      return;
    }
    PrintStream out = System.out;
    out.println(ToolEvents.line(event, clock.instant()));
    out.flush();
    if (event instanceof ToolEvent.Problem problem) {
      // The command ends with it, and a signal may end the process at once.
      end(ExitCode.of(problem.exitCode()));
    }
  }
}
