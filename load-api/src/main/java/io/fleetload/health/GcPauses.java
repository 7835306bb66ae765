// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The pauses of the garbage collection within a span of time. The JVM tells them on its thread. */
final class GcPauses {
  private long fromMillis = Long.MAX_VALUE;
  private long toMillis = Long.MAX_VALUE;
  private long longestMillis;
  private long sumMillis;

  /** Pauses of this process from now on. */
  static GcPauses ofThisProcess() {
    GcPauses pauses = new GcPauses();
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (each instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(
            (told, also) -> {
              if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(
                  told.getType())) {
                pauses.told(
                    GarbageCollectionNotificationInfo.from((CompositeData) told.getUserData()));
              }
            },
            null,
            null);
      }
    }
    return pauses;
  }

  /** The span begins at that time since the JVM began, ms. */
  synchronized void begin(long uptimeMillis) {
    fromMillis = uptimeMillis;
    longestMillis = 0;
    sumMillis = 0;
  }

  /** The span ends at that time since the JVM began, ms. */
  synchronized void end(long uptimeMillis) {
    toMillis = uptimeMillis;
  }

  /**
   * A collection ended.
   *
   * @param action what it was, as the JVM calls it
   * @param endMillis since the JVM began
   */
  synchronized void collected(String action, long endMillis, long durationMillis) {
    // Collectors that work beside the program report their cycles as well; those stop nothing.
    boolean pause = !action.contains("cycle");
    if (pause && endMillis >= fromMillis && endMillis - durationMillis <= toMillis) {
      longestMillis = Math.max(longestMillis, durationMillis);
      sumMillis += durationMillis;
    }
  }

  /** The longest, ms. */
  synchronized long longestMillis() {
    return longestMillis;
  }

  /** All together, ms. */
  synchronized long sumMillis() {
    return sumMillis;
  }

  private void told(GarbageCollectionNotificationInfo info) {
    collected(info.getGcAction(), info.getGcInfo().getEndTime(), info.getGcInfo().getDuration());
  }
}
