// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Figures of Linux on processors and processes, described in proc(5): {@code /proc/stat} of the
 * host, {@code /proc/PID/stat} of a process, {@code schedstat} of its threads. The first two count
 * in one unit, ticks of a hundredth of a second. On other systems nothing is known.
 */
final class ProcessorTicks {
  private static final int STATE = 0;
  private static final int USER = 11;
  private static final int SYSTEM = 12;

  private final Path proc;

  /** Under that directory: {@code /proc}. */
  ProcessorTicks(Path proc) {
    this.proc = proc;
  }

  /**
   * The host's processors since it was started.
   *
   * @param busy ticks in which they did something, or another guest of the same machine had them
   * @param all all ticks
   * @param processors how many there are
   */
  record HostTicks(long busy, long all, int processors) {}

  /**
   * A process.
   *
   * @param state one letter: R runs, S sleeps, T was stopped by a signal, t by a debugger
   * @param used ticks that it had since it began
   */
  record OfProcess(char state, long used) {
    boolean isStopped() {
      return state == 'T' || state == 't';
    }
  }

  Optional<HostTicks> host() {
    long busy = 0;
    long all = 0;
    int processors = 0;
    try {
      for (String line : Files.readAllLines(proc.resolve("stat"))) {
        String[] fields = line.split("\\s+");
        if (fields[0].equals("cpu")) {
          // user nice system idle iowait irq softirq steal; guests are a part of user.
          for (int i = 1; i < Math.min(fields.length, 9); i++) {
            long ticks = Long.parseLong(fields[i]);
            all += ticks;
            busy += i == 4 || i == 5 ? 0 : ticks;
          }
        } else if (fields[0].matches("cpu\\d+")) {
          processors++;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
    return all == 0 ? Optional.empty() : Optional.of(new HostTicks(busy, all, processors));
  }

  /** A process; nothing when it has ended. */
  Optional<OfProcess> process(long pid) {
    try {
      String line = Files.readString(directory(pid).resolve("stat"));
      // A name may hold blanks and brackets; it ends with the last one.
      String[] fields = line.substring(line.lastIndexOf(')') + 1).trim().split("\\s+");
      return Optional.of(
          new OfProcess(
              fields[STATE].charAt(0),
              Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the time that each thread of a process was ready and had no processor, since the thread
   * began, in ns.
   */
  Map<String, Long> waited(long pid) {
    Map<String, Long> waited = new HashMap<>();
    for (Path task : tasks(pid)) {
      try {
        String[] figures = Files.readString(task.resolve("schedstat")).trim().split(" ");
        waited.put(task.getFileName().toString(), Long.valueOf(figures[1]));
      } catch (IOException | RuntimeException e) {
        // That thread has just ended.
      }
    }
    return waited;
  }

  private List<Path> tasks(long pid) {
    List<Path> tasks = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory(pid).resolve("task"))) {
      all.forEach(tasks::add);
    } catch (IOException | RuntimeException e) {
      // It has ended, or this is no Linux.
    }
    return tasks;
  }

  private Path directory(long pid) {
    return proc.resolve(Long.toString(pid));
  }
}
