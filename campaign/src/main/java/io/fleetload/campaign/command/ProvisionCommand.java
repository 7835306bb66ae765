// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.process.ForegroundProcess;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * {@code loadtest provision …}: the provisioning tool with its own commands, options, output and
 * exit code.
 */
@CommandLine.Command(
    name = "provision",
    mixinStandardHelpOptions = true,
    description = {
      "Works on the device registry: apply, plan, check, verify, remove, export, import, topics;"
          + " loadtest provision apply --help and so on say more.",
      "And warm, which opens every device's command route."
    },
    subcommands = WarmCommand.class)
public final class ProvisionCommand implements Callable<Integer> {
  /** All that follows is the tool's own. */
  @CommandLine.Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "the command and what follows it")
  private List<String> arguments = new ArrayList<>();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  private CommandLine.Model.CommandSpec spec;

  /**
   * Takes the command's own description, and passes all arguments after the command's name on
   * unread.
   */
  @CommandLine.Spec
  void spec(CommandLine.Model.CommandSpec own) {
    spec = own;
    own.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() {
    if (arguments.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "a command is missing, such as: loadtest provision apply profiles/quickstart.yaml");
    }
    json.giveIfIn(arguments);
    return CommandWork.lasting(json.keeping(json.screen()), this::run);
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    Tools tools = Tools.here();
    List<String> words = arguments.subList(1, arguments.size());
    boolean help = words.contains("--help") || words.contains("-h");
    List<String> all = new ArrayList<>(words);
    all.remove(JsonOption.NAME);
    if (!help) {
      all.add("--until-stdin-closes");
    }
    boolean events = json.isGiven() && !help;
    if (events) {
      all.add(JsonOption.NAME);
    }
    List<String> command = tools.provisioning(arguments.get(0), all);
    ForegroundProcess provisioning =
        ForegroundProcess.start(Provisioner.TOOL, command, System.out, events ? screen : null);
    // Its end of the pipe closes with this process, however that ends.
    stop.onStop(provisioning::stop);
    ExitCode code = provisioning.await();
    return help ? code : json.end(code, null);
  }
}
