// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.pack.TargetUrl;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;

/**
 * Finds a target's URL among the words of a command line. A URL behind {@code loadtest} is for the
 * command {@code run}. There it becomes the profile that is made of the line, and brings the
 * options of its pack.
 */
public final class LineWords implements CommandLine.IParameterPreprocessor {
  static final String RUN = "run";

  @Override
  @SuppressWarnings("JdkObsolete") // It is picocli that hands over a Stack.
  public boolean preprocess(
      Stack<String> arguments,
      CommandLine.Model.CommandSpec command,
      CommandLine.Model.ArgSpec option,
      Map<String, Object> info) {
    int place = arguments.size() - 1;
    while (place >= 0 && TargetUrl.schemeOf(arguments.get(place)) == null) {
      place--;
    }
    if (place < 0) {
      return false;
    }
    if (command.userObject() instanceof LineCommand run) {
      arguments.set(place, run.line().begin(arguments.get(place), command).toString());
    } else if (!command.subcommands().containsKey(arguments.peek())) {
      arguments.push(RUN);
    }
    return false;
  }
}
