// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.screen;

import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.view.Block;
import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.campaign.view.SummaryLine;
import io.fleetload.campaign.view.Terminal;
import io.fleetload.campaign.view.TerminalWindow;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.tool.Sentences;
import java.io.PrintStream;
import java.util.function.Supplier;

/**
 * The output for the user: on a terminal a few lines that are written over every second, elsewhere
 * a plain line every few seconds and at every change of phase.
 */
public final class Screen implements Teller {
  private static final String CLEAR_LINE = "\r\033[K";
  private static final int SECONDS_BETWEEN_LINES = 5;

  private final PrintStream out;
  private final PrintStream err;
  private final Supplier<Terminal> window;
  private final RunSoFar run = new RunSoFar();
  private final Block block = new Block();
  private String phase = "";
  private boolean workLine;
  private int untold;
  private Teller program = event -> {};

  /** The screen of a command that is over in a moment. */
  public Screen(PrintStream out, PrintStream err) {
    this(out, err, () -> Terminal.NONE);
  }

  /** The screen of a run on the terminal that this process has, if it has one. */
  public static Screen onThisTerminal() {
    return new Screen(System.out, System.err, TerminalWindow.ofThisProcess());
  }

  /** The screen of a run. */
  Screen(PrintStream out, PrintStream err, Supplier<Terminal> window) {
    this.out = out;
    this.err = err;
    this.window = window;
  }

  /** Gives a program all that happens as well. */
  public Screen beside(Teller wanted) {
    program = wanted;
    return this;
  }

  /** Returns whether the output is a terminal, which a person reads as it is written. */
  public boolean isTerminal() {
    return window.get().columns() > 0;
  }

  @Override
  public synchronized void tell(ToolEvent event) {
    program.tell(event);
    run.saw(event);
    if (event instanceof ToolEvent.Progress progress) {
      if (RunSoFar.isOfDevices(progress)) {
        progress(progress);
      }
      return;
    }
    if (event instanceof ToolEvent.WorkProgress || event instanceof ToolEvent.StartWait) {
      oneLine(Sentences.of(event));
      return;
    }
    // The lines come back with the next progress, below the message.
    Terminal terminal = window.get();
    out.print(block.erased(terminal));
    if (workLine) {
      out.print(CLEAR_LINE);
      workLine = false;
    }
    out.flush();
    if (event instanceof ToolEvent.Problem problem) {
      err.println(problem.text());
      err.flush();
    } else if (event instanceof ToolEvent.Sentence said) {
      String text = said.tool().equals(Campaign.TOOL) ? said.text() : Sentences.of(said);
      // A name in the result of another user is no command to the terminal.
      out.println(SummaryLine.of(text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "?"), terminal));
      out.flush();
    }
  }

  private void oneLine(String line) {
    Terminal terminal = window.get();
    if (terminal.columns() > 0) {
      // A line that wraps could not be written over.
      out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), terminal.columns() - 1)));
      workLine = true;
    } else if (++untold >= SECONDS_BETWEEN_LINES) {
      untold = 0;
      out.println(line);
    }
    out.flush();
  }

  private void progress(ToolEvent.Progress progress) {
    Terminal terminal = window.get();
    if (terminal.columns() > 0) {
      out.print(workLine ? CLEAR_LINE : "");
      workLine = false;
      out.print(block.drawn(run.now(), terminal));
    } else if (++untold >= SECONDS_BETWEEN_LINES || !progress.phase().equals(phase)) {
      untold = 0;
      phase = progress.phase();
      out.println(Sentences.of(progress));
    }
    out.flush();
  }
}
