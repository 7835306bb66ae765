// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.view.Terminal;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.io.PrintStream;

/**
 * The screen of several runs, such as those of a search: each is shown by itself, with nothing left
 * of the last.
 */
final class SeriesScreen implements Teller {
  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;
  private Screen now;

  SeriesScreen(PrintStream out, PrintStream err, Terminal terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.now = new Screen(out, err, terminal);
  }

  /** The screen of several runs on the terminal that this process has, if it has one. */
  static SeriesScreen onThisTerminal() {
    return new SeriesScreen(
        System.out, System.err, Terminal.of(System.getProperties(), System.getenv()));
  }

  @Override
  public synchronized void tell(ToolEvent event) {
    now.tell(event);
  }

  /** Says a line that ends what was shown of a run. */
  synchronized void tellLast(String line) {
    now.tell(new ToolEvent.Said(Campaign.TOOL, line));
    now = new Screen(out, err, terminal);
  }
}
