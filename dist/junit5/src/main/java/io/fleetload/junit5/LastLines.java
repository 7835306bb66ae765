// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** The last lines that a process wrote: why it failed is among them. */
final class LastLines implements Consumer<String> {
  private static final int KEPT = 20;

  private final Deque<String> lines = new ArrayDeque<>();

  @Override
  public synchronized void accept(String line) {
    lines.addLast(line);
    if (lines.size() > KEPT) {
      lines.removeFirst();
    }
  }

  /** Returns the lines, or the given text if there are no lines. */
  synchronized String or(String otherwise) {
    return lines.isEmpty() ? otherwise : String.join(System.lineSeparator(), lines);
  }
}
