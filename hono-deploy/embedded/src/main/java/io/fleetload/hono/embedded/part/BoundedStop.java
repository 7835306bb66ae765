// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The shutdown hook: stops in order, but for {@value #SECONDS} s at most. Kafka's threads are no
 * daemons and could keep the process for ever. Where nothing is kept it does not stop in order,
 * which takes 2 s.
 */
public final class BoundedStop implements Runnable {

  static final int SECONDS = 10;

  /** The JVM's own exit status after SIGTERM. */
  private static final int TERMINATED = 143;

  private final Runnable inOrder;
  private final Runnable abandon;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicInteger status = new AtomicInteger(TERMINATED);

  /**
   * Creates a hook.
   *
   * @param inOrder the stop that may take its time
   * @param abandon what is still done when it takes too long, before the process is halted
   */
  public BoundedStop(Runnable inOrder, Runnable abandon) {
    this.inOrder = inOrder;
    this.abandon = abandon;
  }

  /**
   * Creates a hook that stops nothing in order.
   *
   * @param abandon what is done before the process is halted
   */
  public static BoundedStop atOnce(Runnable abandon) {
    return new BoundedStop(null, abandon);
  }

  /** The status to halt with, for a halt does not know the one that the exit was called with. */
  public void haltWith(int exitStatus) {
    status.set(exitStatus);
  }

  /** Checks whether the process is ending. */
  public boolean begun() {
    return begun.get();
  }

  @Override
  public void run() {
    begun.set(true);
    if (inOrder != null && isDone(inOrder)) {
      return;
    }
    try {
      abandon.run();
    } finally {
      Runtime.getRuntime().halt(status.get());
    }
  }

  private static boolean isDone(Runnable inOrder) {
    Thread stopper = new Thread(inOrder, "stop in order");
    stopper.setDaemon(true);
    stopper.start();
    try {
      stopper.join(SECONDS * 1000L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !stopper.isAlive();
  }
}
