// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/**
 * A protocol for devices: one implementation a protocol. It owns one thread on which all its links
 * work, and lends it to the engine, so that the engine's state needs no locks.
 */
public interface DeviceDriver extends AutoCloseable {
  /**
   * The link of a session, by its index; made once. There is one session a device, or one a gateway
   * where gateways send for the devices.
   */
  DeviceLink link(int session);

  /** The thread that everything happens on. */
  WireLoop loop();

  /** Sets the listener for what happens without having been asked for. */
  void listen(Listener listener);

  /** Closes all connections and the thread. */
  @Override
  void close();

  /** Learns, on the thread, what happens without having been asked for. */
  interface Listener {
    /** The target or the network ended a session. */
    default void ended(int session) {}

    /** The target pushed something to a device. */
    default void received(Inbound inbound) {}

    /**
     * The target answered what has its answer already, or what no device sent. An answer to a
     * message that was given up is late and not unexpected, and so is what the protocol itself
     * repeats.
     */
    default void unexpectedAnswer(int session) {}
  }
}
