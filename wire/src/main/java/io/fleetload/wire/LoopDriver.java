// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.ShardDevices;
import io.fleetload.quantity.Span;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A driver all of whose links work on one {@link NioLoop}; the number of threads does not depend on
 * theirs.
 *
 * @param <L> its links
 */
public abstract class LoopDriver<L extends DeviceLink> implements DeviceDriver {
  private final NioLoop loop;
  private final ShardDevices own;
  private final List<L> links;
  private volatile Listener listener = new Listener() {};

  /**
   * A driver that has no links yet.
   *
   * @param own the sessions that it opens
   * @param precision how late its thread may look, {@code generator.precision}
   * @throws IOException if this host cannot open a selector
   */
  protected LoopDriver(ShardDevices own, Span precision) throws IOException {
    this.own = own;
    this.links = new ArrayList<>(own.count());
    this.loop = new NioLoop("fleet", precision.nanos(), this::turnTo);
  }

  /**
   * Makes the links and starts the thread.
   *
   * @param link makes the one at a place among the sessions of this process
   */
  protected final void start(IntFunction<L> link) {
    for (int place = 0; place < own.count(); place++) {
      links.add(link.apply(place));
    }
    loop.start();
  }

  /** Does what a channel of the loop's selector is ready for. */
  protected abstract void ready(SelectionKey key);

  private void turnTo(SelectionKey key) {
    ready(key);
    // A burst of input must not delay what is due.
    loop.runDueWork();
  }

  /** The link at a place among the sessions of this process. */
  protected final L at(int place) {
    return links.get(place);
  }

  /** What hears of things that the target does by itself; not the same for ever. */
  public final Listener listener() {
    return listener;
  }

  @Override
  public final L link(int session) {
    return at(own.place(session));
  }

  @Override
  public final NioLoop loop() {
    return loop;
  }

  @Override
  public final void listen(Listener toBeTold) {
    listener = toBeTold;
  }

  @Override
  public void close() {
    loop.close();
  }
}
