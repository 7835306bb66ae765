// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import picocli.CommandLine;

/**
 * Descriptions of an option that several commands have, each in the words of the command. An
 * annotation would be the same for all of them.
 */
final class OwnWords {
  private OwnWords() {}

  /** Describes an option of a command; called when the option is mixed into it. */
  static void describe(CommandLine.Model.CommandSpec command, String option, String description) {
    CommandLine.Model.OptionSpec plain = command.findOption(option);
    command.remove(plain);
    command.addOption(CommandLine.Model.OptionSpec.builder(plain).description(description).build());
  }
}
