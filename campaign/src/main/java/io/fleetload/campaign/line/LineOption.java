// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final String FILE =
      FileBesideProfile.class.getAnnotation(Quantity.class).expected();

  /** An option with a text of its own. */
  static LineOption of(String name, String label, List<String> keys, String description) {
    return new LineOption(
        name, keys, option(name).paramLabel(label).description(literally(description)).build());
  }

  /** An option that is there or not. */
  static LineOption flag(String name, List<String> keys, String description) {
    return new LineOption(
        name,
        keys,
        CommandLine.Model.OptionSpec.builder("--" + name)
            .type(boolean.class)
            .arity("0")
            .description(literally(description))
            .build());
  }

  /**
   * An option that sets keys of the profile, with the text of the first.
   *
   * @param key the first one's entry in the reference
   */
  static LineOption of(String name, List<String> keys, ProfileReference.KeyRow key) {
    String about = key.about() + (key.flag() ? "" : allowed(key.allowed()));
    String rest = key.byDefault().isEmpty() ? "" : "; default " + key.byDefault();
    if (key.flag()) {
      return flag(name, keys, about + rest);
    }
    return key.secret()
        ? of(name, "VARIABLE", keys, "the variable of the environment that has it: " + secret(key))
        : of(name, LABEL, keys, about + rest);
  }

  private static String allowed(String what) {
    return what.equals("a text") ? "" : "; " + (what.equals(FILE) ? "a file" : what);
  }

  /** The key's text without the advice to take it from the environment. */
  private static String secret(ProfileReference.KeyRow key) {
    return Stream.of(key.about().split("; "))
        .filter(each -> !each.contains("${"))
        .collect(Collectors.joining("; "));
  }

  /** The text as picocli prints it as it is. */
  private static String literally(String text) {
    return text.replace("%", "%%").replace("${", "$${");
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
