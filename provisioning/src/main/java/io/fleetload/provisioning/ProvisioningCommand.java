package io.fleetload.provisioning;

import io.fleetload.hono.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.Tool;
import io.fleetload.profile.ProfileReader;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.ExitCode;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of provisioning. */
@TopCommand
@Command(
    name = ProvisioningCommand.NAME,
    description =
        "Writes a profile's tenant, devices and credentials to Hono's device registry and makes"
            + " the tenant's Kafka topics. Repeating it changes nothing.",
    sortOptions = false)
public final class ProvisioningCommand implements Callable<Integer> {
  static final String NAME = "provisioning";

  @Parameters(paramLabel = "PROFILE", description = "the YAML profile of the run")
  private Path profileFile;

  @Option(
      names = "--set",
      paramLabel = "key.path=value",
      description = "overrides a value of the profile; may be given several times")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--check",
      description = "writes nothing; says whether tenant and devices are there")
  private boolean check;

  @Option(names = "--json", description = "tells what happens as lines of JSON, for a program")
  private boolean json;

  @Option(
      names = "--until-stdin-closes",
      description = "stops early if the standard input closes, such as when its parent dies")
  private boolean untilInputCloses;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "shows this help")
  boolean help;

  /** The command line with mistakes told in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return oneLineMistakes(factory.create());
  }

  static CommandLine oneLineMistakes(CommandLine commandLine) {
    return commandLine
        .setExpandAtFiles(false)
        // What nobody foresaw must not end as picocli's 1, which says that a threshold was crossed.
        .setExitCodeExceptionMapper(failure -> ExitCode.TARGET_NOT_READY.code())
        .setParameterExceptionHandler(
            (mistake, arguments) -> {
              String text = mistake.getMessage().lines().findFirst().orElse("wrong command line");
              mistake.getCommandLine().getErr().println(NAME + ": " + text);
              return ExitCode.WRONG_USAGE.code();
            });
  }

  @Override
  public Integer call() {
    ToolEvents.Teller teller =
        json ? ToolEvents.Teller.json(System.out) : ToolEvents.Teller.plain(System.out, System.err);
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    if (untilInputCloses) {
      stop.watch(System.in);
    }
    return new Tool(NAME, teller, stop)
        .run(
            () -> {
              HonoProfile profile =
                  new ProfileReader<>(HonoProfile.class, System.getenv())
                      .read(profileFile, overrides);
              Provisioning provisioning =
                  new Provisioning(profile, teller, stop, Clock.systemUTC());
              return check ? provisioning.check() : provisioning.apply();
            });
  }
}
