// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.rig.OwnOutput;
import picocli.CommandLine;

/**
 * A command of {@code loadtest} run in this process, with what it printed. Several threads may run
 * one each.
 *
 * @param code its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Printed(int code, String out, String err) {
  /** Runs it. */
  public static Printed by(String... arguments) {
    try (OwnOutput own = OwnOutput.begin()) {
      int code = ToolCommandLine.of(new CommandLine(new LoadTest())).execute(arguments);
      return new Printed(code, own.out(), own.err());
    }
  }
}
