// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import java.util.function.IntConsumer;

/** Is told how far a piece of work is. */
@FunctionalInterface
public interface Progress {
  /**
   * Begins a piece of work.
   *
   * @param what what is worked on
   * @param of how much there is of it
   * @return told how many more are done, from any thread
   */
  IntConsumer begin(String what, long of);
}
