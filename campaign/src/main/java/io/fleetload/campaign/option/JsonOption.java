// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.screen.Screen;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.campaign.view.Terminal;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * The option {@code --json}: standard output is JSON for a program, and text for people goes to
 * standard error.
 */
public final class JsonOption {
  @CommandLine.Option(
      names = "--json",
      description =
          "prints the result as one JSON document on standard output, and all else on standard"
              + " error")
  private boolean json;

  /** Returns whether it was given. */
  public boolean isGiven() {
    return json;
  }

  /** The screen of a run. */
  public Screen screen() {
    return json ? new Screen(System.err, System.err) : Screen.onThisTerminal();
  }

  /** The screen of several runs. */
  public SeriesScreen ofSeries() {
    return json
        ? new SeriesScreen(System.err, System.err, () -> Terminal.NONE)
        : SeriesScreen.onThisTerminal();
  }

  /** The screen of a command that is over in a moment. */
  public Screen brief() {
    return new Screen(json ? System.err : System.out, System.err);
  }

  /** Prints the document, made of a record, where the option was given. */
  public void print(Object document) {
    if (json) {
      System.out.println(ResultFiles.tree(document).toPrettyString());
    }
  }

  /**
   * Prints the document where it was given; nothing where the run left none.
   *
   * @throws IOException if it cannot be read
   */
  public void print(Path document) throws IOException {
    if (json && Files.exists(document)) {
      PrintStream out = System.out;
      Files.copy(document, out);
      out.flush();
    }
  }
}
