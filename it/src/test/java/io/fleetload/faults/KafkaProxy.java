// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A way to a Kafka broker of this machine that can be held up: while it is, no byte passes and no
 * connection breaks. Kafka tells its clients where its brokers are; so that they come back here,
 * the broker's port is replaced by this one's in what it says. Both are four bytes after the host's
 * name, so nothing else in its answers moves.
 */
final class KafkaProxy implements AutoCloseable {
  private static final byte[] HOST = "127.0.0.1".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> ends = new CopyOnWriteArrayList<>();
  private final InetSocketAddress broker;
  private final byte[] brokersAddress;
  private final byte[] ownAddress;
  private final Object gate = new Object();
  private boolean open = true;

  /**
   * Carries on.
   *
   * @throws IOException if there is no port to listen at
   */
  KafkaProxy(InetSocketAddress broker) throws IOException {
    this.broker = broker;
    this.brokersAddress = address(broker.getPort());
    this.ownAddress = address(entry.getLocalPort());
    start(this::accept);
  }

  /** Where clients connect to. */
  String address() {
    return "127.0.0.1:" + entry.getLocalPort();
  }

  /** Lets nothing pass from now on. */
  void hold() {
    synchronized (gate) {
      open = false;
    }
  }

  /** Lets everything pass, with what waited. */
  void release() {
    synchronized (gate) {
      open = true;
      gate.notifyAll();
    }
  }

  @Override
  public void close() throws IOException {
    entry.close();
    for (Socket end : ends) {
      end.close();
    }
    release();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entry.accept();
        ends.add(client);
        Socket server = new Socket();
        ends.add(server);
        try {
          server.connect(broker);
        } catch (IOException e) {
          client.close();
          continue;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        start(() -> carry(client, server));
        start(() -> carry(server, client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  /** Requests and answers alike are a length and so many bytes. */
  private void carry(Socket from, Socket to) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      DataOutputStream out = new DataOutputStream(to.getOutputStream());
      while (true) {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        awaitOpen();
        redirect(frame);
        out.write(ByteBuffer.allocate(4 + frame.length).putInt(frame.length).put(frame).array());
      }
    } catch (IOException e) {
      // One end is gone, and so the other goes.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitOpen() throws InterruptedException {
    synchronized (gate) {
      while (!open) {
        gate.wait();
      }
    }
  }

  private void redirect(byte[] frame) {
    for (int at = 0; at <= frame.length - brokersAddress.length; at++) {
      int same = 0;
      while (same < brokersAddress.length && frame[at + same] == brokersAddress[same]) {
        same++;
      }
      if (same == brokersAddress.length) {
        System.arraycopy(ownAddress, 0, frame, at, ownAddress.length);
      }
    }
  }

  private static byte[] address(int port) {
    return ByteBuffer.allocate(HOST.length + Integer.BYTES).put(HOST).putInt(port).array();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "kafka-proxy");
    thread.setDaemon(true);
    thread.start();
  }
}
