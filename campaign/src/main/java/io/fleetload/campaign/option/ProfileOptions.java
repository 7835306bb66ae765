// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.LoadBound;
import io.fleetload.commandline.HandedOverrides;
import io.fleetload.profile.yaml.ProfileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The profile of a command that runs load tests. */
public final class ProfileOptions {
  @CommandLine.Parameters(paramLabel = "PROFILE", description = "the profile, a YAML file")
  private Path file;

  @CommandLine.Option(names = "--set", paramLabel = "KEY=VALUE")
  private List<String> overrides = new ArrayList<>();

  private final String example;

  private ProfileOptions(String example) {
    this.example = example;
  }

  /** With an override that makes sense with the command, for its help. */
  public static ProfileOptions withExample(String override) {
    return new ProfileOptions(", for example " + override);
  }

  /** With no example in the command's help. */
  public static ProfileOptions withoutExample() {
    return new ProfileOptions("");
  }

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  void mixedInto(CommandLine.Model.CommandSpec command) {
    OwnWords.describe(command, "--set", "overrides a key of the profile" + example);
  }

  public Path file() {
    return file;
  }

  /** {@code KEY=VALUE} each; those that the process was handed come first. */
  public List<String> overrides() {
    List<String> all = HandedOverrides.in(System.getenv());
    all.addAll(overrides);
    return all;
  }

  /** Overrides one more key, as {@code --set} does. */
  public void override(String override) {
    overrides.add(override);
  }

  /**
   * Reads it.
   *
   * @throws ProfileException with every mistake in it
   */
  public GivenProfile read() throws ProfileException {
    return GivenProfile.read(file, overrides());
  }

  /**
   * Reads it and looks at the files that it names.
   *
   * @throws ProfileException with every mistake in it
   */
  public GivenProfile readWithItsFiles() throws ProfileException {
    return GivenProfile.read(
        file,
        overrides(),
        System.getenv(),
        (read, checks) -> read.checkFiles(checks, Instant.now()));
  }

  /**
   * Reads it for devices that are to be on this host.
   *
   * @throws ProfileException with every mistake in it, and all that this host cannot carry
   */
  public GivenProfile readForThisHost() throws ProfileException {
    return readForThisHost(List.of());
  }

  /**
   * Reads another one likewise.
   *
   * @param name of its file, beside the profile that was given
   * @throws ProfileException with every mistake in it, and all that this host cannot carry
   */
  public GivenProfile readAnotherForThisHost(String name) throws ProfileException {
    return readForThisHost(file.resolveSibling(name), overrides());
  }

  /**
   * Reads it with further overrides for devices that are to be on this host.
   *
   * @param more {@code KEY=VALUE} each; they win over all others
   * @throws ProfileException with every mistake in it, and all that this host cannot carry
   */
  public GivenProfile readForThisHost(List<String> more) throws ProfileException {
    List<String> all = overrides();
    all.addAll(more);
    return readForThisHost(file, all);
  }

  private static GivenProfile readForThisHost(Path file, List<String> overrides)
      throws ProfileException {
    return GivenProfile.read(
        file,
        overrides,
        System.getenv(),
        (read, checks) -> {
          read.run().checkHost(read.profile().sessions(), checks);
          LoadBound.check(read, checks);
        });
  }
}
