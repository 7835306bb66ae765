package io.fleetload.campaign;

import io.fleetload.progress.Sentences;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import java.io.PrintStream;

/**
 * What the user sees: on a terminal one line of progress that is written over every second,
 * elsewhere a plain line every few seconds.
 */
final class Screen implements ToolEvents.Teller {
  private static final int SECONDS_BETWEEN_LINES = 5;
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private boolean onProgressLine;
  private int untold;

  Screen(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  @Override
  public synchronized void tell(ToolEvent event) {
    if (event instanceof ToolEvent.Progress progress) {
      if (progress.tool().equals("device-simulator")) {
        progress(Sentences.of(progress));
      }
      return;
    }
    if (onProgressLine) {
      out.print(CLEAR_LINE);
      onProgressLine = false;
    }
    if (event instanceof ToolEvent.Problem problem) {
      err.println(problem.text());
    } else if (event instanceof ToolEvent.Said said) {
      out.println(said.tool().equals(Campaign.TOOL) ? said.text() : Sentences.of(said));
    }
    out.flush();
  }

  private void progress(String line) {
    if (terminal) {
      out.print(CLEAR_LINE + line);
      onProgressLine = true;
    } else if (++untold >= SECONDS_BETWEEN_LINES) {
      untold = 0;
      out.println(line);
    }
    out.flush();
  }
}
