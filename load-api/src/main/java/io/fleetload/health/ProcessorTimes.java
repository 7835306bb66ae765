// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the processor time of the process and of the thread that asks. The kernel says as well how
 * long the thread was ready to run and another one had its processor: the second figure of {@code
 * schedstat} (Linux, Documentation/scheduler/sched-stats).
 */
@FunctionalInterface
public interface ProcessorTimes {
  /** The file of the thread that reads it; absent elsewhere than on Linux. */
  Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

  /** Reads them. To be called on the thread that watches itself. */
  Sample read();

  /**
   * Times since the process and the thread began.
   *
   * @param processNanos processor time of the process, ns
   * @param threadNanos processor time of the thread, ns
   * @param waitedNanos how long the thread was ready and had no processor, ns; null if unknown
   */
  record Sample(long processNanos, long threadNanos, Long waitedNanos) {}

  static ProcessorTimes ofThisProcess(Path schedstat) {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return () ->
        new Sample(
            process.getProcessCpuTime(), threads.getCurrentThreadCpuTime(), waited(schedstat));
  }

  private static Long waited(Path schedstat) {
    try {
      String[] figures = Files.readString(schedstat).strip().split(" ");
      return figures.length < 2 ? null : Long.valueOf(figures[1]);
    } catch (IOException | NumberFormatException e) {
      return null;
    }
  }
}
