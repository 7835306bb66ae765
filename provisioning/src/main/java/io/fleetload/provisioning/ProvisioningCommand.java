package io.fleetload.provisioning;

import io.fleetload.commandline.OneLineMistakes;
import io.fleetload.commandline.ToolOptions;
import io.fleetload.hono.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.ExitCode;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of provisioning. */
@TopCommand
@Command(
    name = ProvisioningCommand.NAME,
    description =
        "Writes a profile's tenant, devices and credentials to Hono's device registry and makes"
            + " the tenant's Kafka topics. Repeating it changes nothing.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ProvisioningCommand implements Callable<Integer> {
  static final String NAME = "provisioning";

  @Mixin private ToolOptions options;

  @Option(
      names = "--check",
      description = "writes nothing; says whether tenant and devices are there")
  private boolean check;

  /** The command line with mistakes told in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return OneLineMistakes.on(factory.create());
  }

  @Override
  public Integer call() {
    return options.run(NAME, this::provision);
  }

  private ExitCode provision(ToolEvents.Teller teller, StopSignal stop)
      throws ProfileException, UsageException, TargetException, InterruptedException {
    HonoProfile profile = options.profile(HonoProfile.class);
    Provisioning provisioning = new Provisioning(profile, teller, stop, Clock.systemUTC());
    return check ? provisioning.check() : provisioning.apply();
  }
}
