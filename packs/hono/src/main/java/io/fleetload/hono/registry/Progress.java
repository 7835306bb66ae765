// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import java.util.function.IntConsumer;

/** Reports how far a piece of work is. */
@FunctionalInterface
public interface Progress {
  /**
   * Begins a piece of work.
   *
   * @param what what is worked on
   * @param of how much there is of it
   * @return takes the number of those done since the last time, from any thread
   */
  IntConsumer begin(String what, long of);
}
