// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import io.fleetload.hono.embedded.HonoStack;
import java.util.Optional;

/**
 * One thing of the stack that is started and stopped as a whole. {@link HonoStack} starts the parts
 * in the order of their needs and stops them in reverse.
 */
public interface Part {

  /** The part's name for users, in error lines and on the readiness page. */
  String name();

  /** The address that the part listens on; empty for a part that opens no port. */
  Optional<Listener> listener();

  /**
   * Returns when the part really serves, not when it has been asked to.
   *
   * @throws Exception when it cannot; {@link #stop()} is called afterwards all the same
   */
  void start() throws Exception;

  /**
   * Ends the part; safe on one that never started or started half.
   *
   * @throws Exception when it could not end in order; the other parts are stopped nevertheless
   */
  void stop() throws Exception;
}
