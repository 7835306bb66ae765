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
  private final int columns;
  private boolean onProgressLine;
  private int untold;

  /**
   * A screen.
   *
   * @param columns width of the terminal; 0 where there is none
   */
  Screen(PrintStream out, PrintStream err, int columns) {
    this.out = out;
    this.err = err;
    this.columns = columns;
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
    if (columns > 0) {
      // A line that wraps could not be written over.
      out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), columns - 1)));
      onProgressLine = true;
    } else if (++untold >= SECONDS_BETWEEN_LINES) {
      untold = 0;
      out.println(line);
    }
    out.flush();
  }
}
