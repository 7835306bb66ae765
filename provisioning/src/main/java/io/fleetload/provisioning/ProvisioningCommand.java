// SPDX-License-Identifier: EPL-2.0
package io.fleetload.provisioning;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.commandline.ToolOptions;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of provisioning: one method a command. */
@TopCommand
@Command(
    name = Provisioner.TOOL,
    description =
        "Tells the system under test of a profile's devices, so that a run finds them there; makes"
            + " the topics that it sends through.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ProvisioningCommand implements Runnable {
  private static final String NEW_REGISTRY = "--new-registry";
  private static final String NEW_REGISTRY_TEXT =
      "the database may be empty: the system under test has not started on it yet";

  @Spec private CommandSpec spec;

  /** The work of a command with a provisioner. */
  @FunctionalInterface
  private interface Doing {
    ExitCode with(Provisioner provisioner)
        throws UsageException, TargetException, IOException, InterruptedException;
  }

  /** The command line that reports a mistake in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return ToolCommandLine.of(factory.create());
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "a command is missing, such as: apply profiles/quickstart.yaml");
  }

  @Command(
      description = "creates what is missing and corrects what differs; repeating changes nothing",
      mixinStandardHelpOptions = true)
  int apply(
      @Mixin ToolOptions options,
      @Option(names = NEW_REGISTRY, description = NEW_REGISTRY_TEXT) boolean newRegistry) {
    return run(options, each -> each.apply(newRegistry));
  }

  @Command(
      description = "says what apply would do, with counts; writes nothing",
      mixinStandardHelpOptions = true)
  int plan(
      @Mixin ToolOptions options,
      @Option(names = NEW_REGISTRY, description = NEW_REGISTRY_TEXT) boolean newRegistry) {
    return run(options, each -> each.plan(newRegistry));
  }

  @Command(
      description = "says whether a run finds the devices it needs; the first fault ends it",
      mixinStandardHelpOptions = true)
  int check(@Mixin ToolOptions options) {
    return run(options, Provisioner::check);
  }

  @Command(
      description = "reads documents, keys and indexes back and says all that is wrong",
      mixinStandardHelpOptions = true)
  int verify(@Mixin ToolOptions options) {
    return run(options, Provisioner::verify);
  }

  @Command(
      description = "removes the profile's devices and tenants that provisioning wrote",
      mixinStandardHelpOptions = true)
  int remove(
      @Mixin ToolOptions options,
      @Option(
              names = "--force",
              description = "removes what others wrote under these names as well")
          boolean force) {
    return run(options, each -> each.remove(force));
  }

  @Command(
      description = "writes the devices' keys in use to a file that its owner alone can read",
      mixinStandardHelpOptions = true)
  int export(
      @Mixin ToolOptions options,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              required = true,
              description = "JSON lines where it ends with .jsonl, CSV otherwise")
          Path out) {
    return run(options, each -> each.export(out));
  }

  @Command(
      name = "import",
      description = "applies the profile with the keys of a file",
      mixinStandardHelpOptions = true)
  int importKeys(
      @Mixin ToolOptions options,
      @Option(
              names = "--from",
              paramLabel = "FILE",
              required = true,
              description = "keys as export writes them, CSV or JSON lines")
          Path from) {
    return options.run(
        Provisioner.TOOL,
        (teller, stop) -> {
          Optional<String> keys = options.scenario().pack().keysFrom(from);
          options.override(
              keys.orElseThrow(
                  () -> new UsageException("import: the devices of this profile have no keys")));
          return provisioner(options, teller, stop).apply(false);
        });
  }

  @Command(
      description = "makes and grows the topics, nothing else; shrinks none",
      mixinStandardHelpOptions = true)
  int topics(@Mixin ToolOptions options) {
    return run(options, Provisioner::topics);
  }

  private static int run(ToolOptions options, Doing doing) {
    return options.run(
        Provisioner.TOOL, (teller, stop) -> doing.with(provisioner(options, teller, stop)));
  }

  private static Provisioner provisioner(ToolOptions options, Teller teller, StopSignal stop)
      throws ProfileException, UsageException {
    Scenario scenario = options.scenario();
    return scenario.provisioner(teller, stop, Clock.systemUTC());
  }
}
