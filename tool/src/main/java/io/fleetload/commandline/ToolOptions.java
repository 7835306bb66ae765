// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.Tool;
import io.fleetload.tool.ToolEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that every tool has, and how a tool runs with them. */
public final class ToolOptions {
  @Parameters(paramLabel = "PROFILE", description = "the profile, a YAML file")
  private Path profileFile;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "overrides a key of the profile, for example flows.telemetry.rate=900/s")
  private List<String> overrides = new ArrayList<>();

  @Option(names = "--json", description = "prints JSON for a program, and no text for people")
  private boolean json;

  @Option(
      names = "--until-stdin-closes",
      description = "ends when its standard input does, such as when its parent dies")
  private boolean untilInputCloses;

  /** The work of a tool that has these options. */
  @FunctionalInterface
  public interface ToolBody {
    /**
     * Does it.
     *
     * @param teller receives the events
     * @param stop says when to stop
     * @throws ProfileException if the profile is wrong
     * @throws UsageException if the command line is wrong
     * @throws TargetException if the target is not there
     * @throws IOException if results cannot be written or read
     * @throws InterruptedException if the thread was interrupted
     */
    ExitCode run(Teller teller, StopSignal stop)
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  /**
   * Reads the profile.
   *
   * @throws ProfileException with every mistake in it
   */
  public Scenario scenario() throws ProfileException {
    return scenario((scenario, checks) -> {});
  }

  /**
   * Reads the profile.
   *
   * @param more what this tool wants of it beyond what all want
   * @throws ProfileException with every mistake in it
   */
  public Scenario scenario(Scenario.MoreChecks more) throws ProfileException {
    List<String> all = HandedOverrides.in(System.getenv());
    all.addAll(overrides);
    return Scenario.read(profileFile, all, System.getenv(), more);
  }

  /** Returns the file of the profile. */
  public Path profileFile() {
    return profileFile;
  }

  /** Overrides one more key, as {@code --set} does. */
  public void override(String override) {
    overrides.add(override);
  }

  /** Returns whether a program reads the tool's events. */
  public boolean json() {
    return json;
  }

  /** Runs a tool and returns the process's exit code. */
  public int run(String name, ToolBody work) {
    Teller teller = json ? ToolEvents.json(System.out) : ToolEvents.plain(System.out, System.err);
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    if (untilInputCloses) {
      stop.watchInput();
    }
    return new Tool(name, teller, stop).run(() -> work.run(teller, stop));
  }
}
