// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.process.StopSignal;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.Shown;
import io.fleetload.progress.Teller;
import io.fleetload.results.ExitCode;
import io.fleetload.tool.Tool;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.stream.Collectors;

/** How a command does its work: what it says goes to a screen, and what goes wrong is one line. */
final class CommandWork {
  private static final int LONGEST_REASON = 200;

  private CommandWork() {}

  /** The work of a command that takes its time. */
  @FunctionalInterface
  interface Lasting<S extends Teller> {
    ExitCode run(S screen, StopSignal stop)
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  /** The work of a command that is over in a moment. */
  @FunctionalInterface
  interface Brief {
    ExitCode run(Screen screen)
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  /** Does work that a signal such as Ctrl-C stops in order; returns the process's exit code. */
  static <S extends Teller> int lasting(S screen, Lasting<S> work) {
    StopSignal stop = new StopSignal(StopTimes.CAMPAIGN);
    stop.watchSignals();
    return new Tool(Campaign.TOOL, screen, stop).run(() -> work.run(screen, stop));
  }

  /**
   * Does work on what earlier runs wrote, which may be damaged in any way; that is the user's to
   * mend, and no fault of ours. Returns the process's exit code.
   *
   * @param named what the user named
   */
  static int onResults(List<?> named, Screen screen, Brief work) {
    return brief(
        screen,
        said -> {
          try {
            return work.run(said);
          } catch (InvalidPathException e) {
            throw e;
          } catch (RuntimeException e) {
            throw new IOException(
                "%s: holds what no run leaves there; a part is missing or damaged (%s)"
                    .formatted(
                        named.stream().map(Object::toString).collect(Collectors.joining(", ")),
                        Shown.of(e.toString(), LONGEST_REASON)),
                e);
          }
        });
  }

  /** Does work that a signal just ends; returns the process's exit code. */
  static int brief(Brief work) {
    return brief(new Screen(System.out, System.err), work);
  }

  private static int brief(Screen screen, Brief work) {
    return new Tool(Campaign.TOOL, screen, new StopSignal()).run(() -> work.run(screen));
  }
}
