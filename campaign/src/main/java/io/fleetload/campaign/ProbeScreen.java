// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.view.Terminal;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.io.PrintStream;

/** The screen of a search: each of its runs is shown by itself, with nothing left of the last. */
final class ProbeScreen implements Teller {
  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;
  private Screen now;

  ProbeScreen(PrintStream out, PrintStream err, Terminal terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.now = new Screen(out, err, terminal);
  }

  /** The screen of a search on the terminal that this process has, if it has one. */
  static ProbeScreen onThisTerminal() {
    return new ProbeScreen(
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
