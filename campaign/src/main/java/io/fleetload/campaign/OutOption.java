// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.tool.RunDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;
import picocli.CommandLine;

/** Where a command that runs something writes what came of it. */
final class OutOption {
  @CommandLine.Option(names = "--out", paramLabel = "DIR")
  private Path out;

  private final String what;
  private final String name;

  /**
   * Not given yet.
   *
   * @param what is written, for the command's help
   * @param name of the directory where none is given, before the time
   */
  OutOption(String what, String name) {
    this.what = what;
    this.name = name;
  }

  /** For results, by default in a directory named by the profile's {@code run.name}. */
  static OutOption ofRun() {
    return new OutOption("results", "<run>");
  }

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  void mixedInto(CommandLine.Model.CommandSpec command) {
    OwnWords.describe(
        command, "--out", "where the %s go; default results/%s-<UTC time>".formatted(what, name));
  }

  /**
   * Refuses a directory that was used before.
   *
   * @param usedUp whether a directory was
   * @param by what used it, such as {@code a run}
   * @throws UsageException if it was
   */
  void refuse(Predicate<Path> usedUp, String by) throws UsageException {
    if (out != null && usedUp.test(out)) {
      throw new UsageException(
          "--out: %s holds the results of %s already; give another directory".formatted(out, by));
    }
  }

  /**
   * Makes the directory.
   *
   * @throws UsageException if it cannot be made or written
   */
  Path make() throws UsageException {
    return RunDirectory.make(out, name, Instant.now());
  }

  /**
   * Makes the directory of a run.
   *
   * @throws UsageException if it cannot be made or written, or has too little space for the books
   */
  Path makeFor(LoadProfile profile) throws UsageException {
    return RunDirectory.forRun(out, profile, Instant.now());
  }
}
