// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.ShardDevices;
import io.fleetload.quantity.Span;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.function.IntFunction;

/**
 * A driver with all its links on one {@link NioLoop}; the number of threads does not depend on the
 * number of links.
 *
 * @param <L> its links
 */
public abstract class LoopDriver<L extends DeviceLink> extends LinkDriver<L> {
  private final NioLoop loop;

  /**
   * A driver that has no links yet.
   *
   * @param own the sessions that it opens
   * @param precision how late its thread may look, {@code generator.precision}
   * @throws IOException if this host cannot open a selector
   */
  protected LoopDriver(ShardDevices own, Span precision) throws IOException {
    super(own);
    this.loop = new NioLoop("fleet", precision.nanos(), this::turnTo);
  }

  /**
   * Makes the links and starts the thread.
   *
   * @param link makes the one at a place among the sessions of this process
   */
  protected final void start(IntFunction<L> link) {
    make(link);
    loop.start();
  }

  /** Does what a channel of the loop's selector is ready for. */
  protected abstract void ready(SelectionKey key);

  private void turnTo(SelectionKey key) {
    ready(key);
    // A burst of input must not delay what is due.
    loop.runDueWork();
  }

  @Override
  public final NioLoop loop() {
    return loop;
  }

  @Override
  public void close() {
    loop.close();
  }
}
