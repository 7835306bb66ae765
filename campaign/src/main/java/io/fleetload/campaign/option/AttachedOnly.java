// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;

/**
 * Takes an option's value behind a {@code =} only, if the value may be left out. So in {@code
 * --live profile.yaml} the profile is the profile.
 */
final class AttachedOnly implements CommandLine.IParameterPreprocessor {
  @Override
  @SuppressWarnings("JdkObsolete") // It is picocli that hands over a Stack.
  public boolean preprocess(
      Stack<String> arguments,
      CommandLine.Model.CommandSpec command,
      CommandLine.Model.ArgSpec option,
      Map<String, Object> info) {
    if (" ".equals(info.get("separator"))) {
      arguments.push(((CommandLine.Model.OptionSpec) option).fallbackValue());
    }
    return false;
  }
}
