// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of any length that keeps its books as fast as it can. Both sides walk through the same
 * messages of the same flows. The fate of a message follows from its number alone, so that the
 * books of the one side fit those of the other.
 *
 * @param directory where its books go
 * @param devices how many devices send
 * @param messages how many messages, of all flows together
 * @param seconds how long it takes by its own clock, warm-up included
 */
public record LongRun(Path directory, int devices, long messages, int seconds) {
  /** The flows, each with the same part of the messages. */
  public static final List<String> FLOWS =
      List.of("telemetry", "event", "commandQuery", "commandResponse");

  /** The one of them that asks for commands. */
  public static final String QUERY = FLOWS.get(2);

  /** The one of them that answers commands, and has no rate of its own. */
  public static final String ANSWER = FLOWS.get(3);

  /** Length of the warm-up, in s. */
  public static final int WARM_UP_SECONDS = 60;

  /** A second, in ns. */
  public static final long SECOND = 1_000_000_000L;

  private static final int RENEWALS = 10;

  /** The books that are kept of it. */
  public interface Side {
    /**
     * The next message of a flow.
     *
     * @param due ns since the run began
     */
    void message(String flow, int n, long due);

    /**
     * Writes what there is, as a simulator does while it runs.
     *
     * @param second how much of the run has passed, in s
     */
    void renewed(int second) throws IOException;

    /** Writes what there is at the end. */
    void closed() throws IOException;
  }

  /**
   * The run that {@code -Dbooks.dir}, {@code books.devices}, {@code books.messages} and {@code
   * books.seconds} ask for; without them one that takes seconds to keep.
   *
   * @param temporary where its books go if nothing else is said
   */
  public static LongRun asked(Path temporary) {
    return new LongRun(
        Path.of(System.getProperty("books.dir", temporary.toString())),
        Integer.getInteger("books.devices", 5_000),
        Long.getLong("books.messages", 10_000_000),
        Integer.getInteger("books.seconds", 3_600));
  }

  /** The run that another process was asked for. */
  public static LongRun of(String[] arguments) {
    return new LongRun(
        Path.of(arguments[0]),
        Integer.parseInt(arguments[1]),
        Long.parseLong(arguments[2]),
        Integer.parseInt(arguments[3]));
  }

  /**
   * Has its books kept by a program that reads them with {@link #of}, in a virtual machine of its
   * own.
   *
   * @param most the heap at the most unless {@code -Dbooks.heap} says otherwise
   * @return the program's exit code
   */
  public int keptBy(Class<?> program, String most) throws IOException, InterruptedException {
    return SmallHeap.of(
            System.getProperty("books.heap", most),
            program,
            List.of(
                directory.toString(),
                String.valueOf(devices),
                String.valueOf(messages),
                String.valueOf(seconds)))
        .inheritIO()
        .start()
        .waitFor();
  }

  /** Messages of each flow. */
  public int perFlow() {
    return Math.toIntExact(messages / FLOWS.size());
  }

  /** Number of messages of a flow before the measured phase. */
  public int warm() {
    return Math.toIntExact((long) perFlow() * WARM_UP_SECONDS / seconds);
  }

  /** Tells one side of every message, second by second, and of the moments to write. */
  public void keep(Side books) throws IOException {
    int done = 0;
    for (int second = 0; second < seconds; second++) {
      int until = Math.toIntExact((second + 1L) * perFlow() / seconds);
      for (String flow : FLOWS) {
        for (int n = done; n < until; n++) {
          books.message(flow, n, second * SECOND);
        }
      }
      done = until;
      if (second % (seconds / RENEWALS) == 0) {
        books.renewed(second);
      }
    }
    books.closed();
  }
}
