// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.ShardDevices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A driver with a link for each session of this process, which all work on one thread.
 *
 * @param <L> its links
 */
public abstract class LinkDriver<L extends DeviceLink> implements DeviceDriver {
  private final ShardDevices own;
  private final List<L> links;
  private volatile Listener listener = new Listener() {};

  /**
   * A driver that has no links yet.
   *
   * @param own the sessions that it opens
   */
  protected LinkDriver(ShardDevices own) {
    this.own = own;
    this.links = new ArrayList<>(own.count());
  }

  /**
   * Makes the links.
   *
   * @param link makes the one at a place among the sessions of this process
   */
  protected final void make(IntFunction<L> link) {
    for (int place = 0; place < own.count(); place++) {
      links.add(link.apply(place));
    }
  }

  /** The link at a place among the sessions of this process. */
  protected final L at(int place) {
    return links.get(place);
  }

  /** The listener for what happens without having been asked for. */
  public final Listener listener() {
    return listener;
  }

  /** Closes the links; to be called on their thread. */
  protected final void closeLinks() {
    links.forEach(DeviceLink::close);
  }

  @Override
  public final L link(int session) {
    return at(own.place(session));
  }

  @Override
  public final void listen(Listener toBeTold) {
    listener = toBeTold;
  }
}
