// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.floor;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.profile.Generator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A selector, a socket for each device, and a thread that sends and reads datagrams as large as the
 * product's, with naps as long as the product's.
 */
public final class BareLoop implements Contestant {
  /** A CoAP request of 20 B in a DTLS record with CCM_8. */
  static final int REQUEST_BYTES = 80;

  private static final int LARGEST = 2_048;
  private static final long LONGEST_WAIT_NANOS = 2_000_000_000L;

  private final InetSocketAddress server;
  private final double rate;
  private final long napNanos = new Generator(null).precision().nanos();
  private final Selector selector = Selector.open();
  private final List<DatagramChannel> devices = new ArrayList<>();
  private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
  private final ByteBuffer answer = ByteBuffer.allocateDirect(LARGEST);
  private final Consumer<SelectionKey> read = this::read;
  private long answered;

  /**
   * A loop without sockets.
   *
   * @param rate datagrams a second of all together
   */
  public BareLoop(int port, double rate) throws IOException {
    this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.rate = rate;
  }

  @Override
  public Deeds connect(int count, double perSecond) throws IOException {
    for (int i = 0; i < count; i++) {
      DatagramChannel device = DatagramChannel.open();
      device.connect(server);
      device.configureBlocking(false);
      device.register(selector, SelectionKey.OP_READ);
      devices.add(device);
    }
    return exchange(count, perSecond);
  }

  @Override
  public Deeds send(double seconds) throws IOException {
    return exchange(Math.round(rate * seconds), rate);
  }

  private Deeds exchange(long requests, double perSecond) throws IOException {
    answered = 0;
    long sent = 0;
    long begun = System.nanoTime();
    long end = begun + Math.round(requests / perSecond * 1e9) + LONGEST_WAIT_NANOS;
    long now = begun;
    while (answered < requests && now < end) {
      long due = Math.min(requests, (long) ((now - begun) / 1e9 * perSecond) + 1);
      for (; sent < due; sent++) {
        request.clear();
        devices.get((int) (sent % devices.size())).write(request);
      }
      LockSupport.parkNanos(napNanos);
      selector.selectNow(read);
      now = System.nanoTime();
    }
    return new Deeds(answered, requests - answered, 0);
  }

  private void read(SelectionKey key) {
    try {
      answer.clear();
      if (((DatagramChannel) key.channel()).read(answer) > 0) {
        answered++;
      }
    } catch (IOException e) {
      throw new IllegalStateException("the echo is gone", e);
    }
  }

  @Override
  public void disconnect() throws IOException {
    for (DatagramChannel device : devices) {
      device.close();
    }
    devices.clear();
  }
}
