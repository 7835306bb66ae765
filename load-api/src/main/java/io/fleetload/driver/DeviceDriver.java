package io.fleetload.driver;

import java.util.function.IntConsumer;

/**
 * A protocol for devices: one implementation a protocol package. It owns one thread on which all
 * its links work, and lends it to the engine, so that the engine's state needs no locks.
 */
public interface DeviceDriver extends AutoCloseable {
  /**
   * The link of a session, by its index; made once. There is one session a device, or one a gateway
   * where gateways send for the devices.
   */
  DeviceLink link(int session);

  /** The thread that everything happens on. */
  WireLoop loop();

  /** Told, on the thread, of each session that the target or the network ended, by its index. */
  void onDisconnect(IntConsumer listener);

  /** Closes all connections and the thread. */
  @Override
  void close();
}
