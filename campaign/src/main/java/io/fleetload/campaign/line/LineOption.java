// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.profile.yaml.ProfileReference;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/**
 * An option of a load test in one line.
 *
 * @param name without hyphens
 * @param keys of the profile, which it sets; none if the profile has no such key. In a key {@code
 *     flows.*} is the flow that is sent
 * @param spec the option as the command line has it
 */
record LineOption(String name, List<String> keys, CommandLine.Model.OptionSpec spec) {
  private static final String ANY_FLOW = "flows.*";
  private static final String LABEL = "VALUE";

  /** An option with a text of its own. */
  static LineOption of(String name, String label, List<String> keys, String description) {
    return new LineOption(
        name, keys, option(name).paramLabel(label).description(description).build());
  }

  /** An option that is there or not. */
  static LineOption flag(String name, List<String> keys, String description) {
    return new LineOption(
        name,
        keys,
        CommandLine.Model.OptionSpec.builder("--" + name)
            .type(boolean.class)
            .arity("0")
            .description(description)
            .build());
  }

  /**
   * An option that sets keys of the profile, with the text of the first.
   *
   * @param key the first one's entry in the reference
   */
  static LineOption of(String name, List<String> keys, ProfileReference.KeyRow key) {
    String rest =
        (key.flag() ? "" : "; " + key.allowed())
            + (key.byDefault().isEmpty() ? "" : "; default " + key.byDefault());
    if (key.flag()) {
      return flag(name, keys, key.about() + rest);
    }
    return key.secret()
        ? of(name, "VARIABLE", keys, "the variable of the environment that has it: " + key.about())
        : of(name, LABEL, keys, key.about() + rest);
  }

  private static CommandLine.Model.OptionSpec.Builder option(String name) {
    return CommandLine.Model.OptionSpec.builder("--" + name).type(String.class).arity("1");
  }

  /** The keys for a flow. */
  List<String> keys(String flow) {
    return keys.stream().map(each -> each.replace(ANY_FLOW, "flows." + flow)).toList();
  }

  /** Its value on the command line; empty if it was not given. */
  Optional<String> value() {
    Object found = spec.getValue();
    return found == null || Boolean.FALSE.equals(found)
        ? Optional.empty()
        : Optional.of(found.toString());
  }

  @Override
  public String toString() {
    return "--" + name;
  }
}
