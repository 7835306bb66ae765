// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.screen;

import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.view.Terminal;
import io.fleetload.campaign.view.TerminalWindow;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.io.PrintStream;
import java.util.function.Supplier;

/**
 * The screen of several runs, such as those of a search: each is shown by itself, with nothing left
 * of the last.
 */
public final class SeriesScreen implements Teller {
  private final PrintStream out;
  private final PrintStream err;
  private final Supplier<Terminal> window;
  private final Teller program;
  private Screen now;

  public SeriesScreen(PrintStream out, PrintStream err, Supplier<Terminal> window) {
    this(out, err, window, event -> {});
  }

  /**
   * The same, with a program beside it.
   *
   * @param program gets all that happens
   */
  public SeriesScreen(PrintStream out, PrintStream err, Supplier<Terminal> window, Teller program) {
    this.out = out;
    this.err = err;
    this.window = window;
    this.program = program;
    this.now = new Screen(out, err, window).beside(program);
  }

  /** The screen of several runs on the terminal that this process has, if it has one. */
  public static SeriesScreen onThisTerminal() {
    return new SeriesScreen(System.out, System.err, TerminalWindow.ofThisProcess());
  }

  @Override
  public synchronized void tell(ToolEvent event) {
    now.tell(event);
  }

  /** Says a line that ends what was shown of a run. */
  public synchronized void tellLast(String line) {
    now.tell(new ToolEvent.Sentence(Campaign.TOOL, line));
    now = new Screen(out, err, window).beside(program);
  }
}
