package io.fleetload.simulator.coap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The address under which the one connector knows the target as seen by one device. It never
 * appears on the wire: it only tells the sessions of the devices apart, and carries the device's
 * index in its last three bytes.
 */
final class DeviceAddress {
  /** Devices that three bytes can tell apart. */
  static final int MOST_DEVICES = 1 << 24;

  private static final byte NETWORK = 127;

  private DeviceAddress() {}

  static InetSocketAddress of(int device, int port) {
    byte[] bytes = {NETWORK, (byte) (device >> 16), (byte) (device >> 8), (byte) device};
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  static int device(InetAddress address) {
    byte[] bytes = address.getAddress();
    return (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
  }
}
