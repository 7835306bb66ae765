// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Tool;
import java.io.IOException;
import java.util.Optional;

/** The work of a command: its output goes to a screen, and a failure is one line. */
public final class CommandWork {
  private CommandWork() {}

  /** The work of a command that takes its time. */
  @FunctionalInterface
  public interface LongWork<S extends Teller> {
    ExitCode run(S screen, StopSignal stop)
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  /** The work of a command that is over in a moment. */
  @FunctionalInterface
  public interface Brief {
    ExitCode run(Screen screen)
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  /** Does work that a signal such as Ctrl-C stops in order; returns the process's exit code. */
  public static <S extends Teller> int lasting(S screen, LongWork<S> work) {
    StopSignal stop = new StopSignal(StopTimes.CAMPAIGN);
    stop.watchSignals();
    // A script that is killed passes no signal on.
    Optional.ofNullable(Long.getLong("fleetload.script"))
        .flatMap(ProcessHandle::of)
        .ifPresent(script -> stopWith(script, stop));
    return new Tool(Campaign.TOOL, screen, stop).run(() -> work.run(screen, stop));
  }

  private static void stopWith(ProcessHandle script, StopSignal stop) {
    var unused = script.onExit().thenRun(() -> stop.stop(StopSignal.Why.INPUT_CLOSED));
  }

  /** Does work that a signal just ends; returns the process's exit code. */
  public static int brief(Brief work) {
    return brief(new Screen(System.out, System.err), work);
  }

  /** The same with a screen of its own. */
  public static int brief(Screen screen, Brief work) {
    return new Tool(Campaign.TOOL, screen, new StopSignal()).run(() -> work.run(screen));
  }
}
