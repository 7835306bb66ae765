// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The parts of a server that were started, and so have to be ended. */
public final class Parts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final String server;
  private final Consumer<String> died;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean closing;

  /**
   * Has none yet.
   *
   * @param server name before each line of its complaints
   * @param died hears why the server is of no more use
   */
  public Parts(String server, Consumer<String> died) {
    this.server = server;
    this.died = died;
  }

  /** Adds one that is up. */
  public <T extends AutoCloseable> T add(T part) {
    synchronized (parts) {
      parts.push(part);
    }
    // A signal may come while it starts.
    if (closing) {
      close();
    }
    return part;
  }

  /** Says once why the server is of no more use, unless it is being closed. */
  public void died(String why) {
    if (!closing && told.compareAndSet(false, true)) {
      died.accept(why);
    }
  }

  /** Ends all parts, the last first; a part that does not end keeps no other from it. */
  @Override
  public void close() {
    closing = true;
    for (AutoCloseable part = next(); part != null; part = next()) {
      try {
        part.close();
      } catch (Exception e) {
        System.err.println(server + ": " + part.getClass().getSimpleName() + ": " + e);
      }
    }
  }

  private AutoCloseable next() {
    synchronized (parts) {
      return parts.poll();
    }
  }
}
