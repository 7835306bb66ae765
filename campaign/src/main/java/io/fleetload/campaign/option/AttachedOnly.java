// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;

/**
 * An option whose value may be left out takes it behind a {@code =} only, so that in {@code --live
 * profile.yaml} the profile is the profile.
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
