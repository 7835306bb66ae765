// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.commandline.ToolCommandLine;
import picocli.CommandLine;

/** Merges shards, as {@code loadtest merge} does, in a process of its own. */
final class MergedApart {
  private MergedApart() {}

  /** The arguments of {@code loadtest}. */
  public static void main(String[] arguments) {
    System.exit(ToolCommandLine.of(new CommandLine(new LoadTest())).execute(arguments));
  }
}
