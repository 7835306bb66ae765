// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.run.RunJudge;
import io.fleetload.campaign.screen.Screen;
import java.io.IOException;
import java.nio.file.Path;

/** Judges the books in a directory, as {@code loadtest report} does, in a process of its own. */
public final class LongRunJudged {
  private LongRunJudged() {}

  /** The directory. */
  public static void main(String[] arguments) throws IOException {
    Screen screen = new Screen(System.out, System.err);
    RunJudge.afterwards(Path.of(arguments[0]), screen).of();
  }
}
