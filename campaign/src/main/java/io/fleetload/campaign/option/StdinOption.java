// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.progress.Teller;
import picocli.CommandLine;

/** The option {@code --until-stdin-closes} of a command that another program starts. */
public final class StdinOption {
  @CommandLine.Option(
      names = "--until-stdin-closes",
      description = "ends when its standard input does, such as when its parent dies")
  private boolean given;

  /** Returns whether it was given. */
  public boolean isGiven() {
    return given;
  }

  /** A command's work, which the end of the input stops. */
  public <S extends Teller> CommandWork.LongWork<S> during(CommandWork.LongWork<S> work) {
    return (screen, stop) -> {
      if (given) {
        stop.watchInput();
      }
      return work.run(screen, stop);
    };
  }
}
