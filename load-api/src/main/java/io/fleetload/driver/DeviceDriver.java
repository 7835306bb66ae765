package io.fleetload.driver;

/**
 * A protocol for devices: one implementation a protocol package. It owns one thread on which all
 * its links work, and lends it to the engine, so that the engine's state needs no locks.
 */
public interface DeviceDriver extends AutoCloseable {
  /** The link of a device, by its index; one for each device, made once. */
  DeviceLink link(int device);

  /** The thread that everything happens on. */
  WireLoop loop();

  /** Told of sessions that the target or the network ended. */
  void onDisconnect(Runnable listener);

  /** Closes all connections and the thread. */
  @Override
  void close();
}
