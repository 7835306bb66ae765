// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.floor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Answers every datagram with one of 40 B, and ends when its standard input does. */
public final class EchoServer {
  /** A CoAP acknowledgement in a DTLS record with CCM_8. */
  private static final int ANSWER_BYTES = 40;

  private static final int SOCKET_BUFFER = 4 << 20;

  private EchoServer() {}

  /** Prints the port when it is ready. */
  public static void main(String[] arguments) throws IOException {
    DatagramChannel socket =
        DatagramChannel.open()
            .setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER)
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    System.out.println("port " + ((InetSocketAddress) socket.getLocalAddress()).getPort());
    Thread echo = new Thread(() -> echo(socket), "echo");
    echo.setDaemon(true);
    echo.start();
    while (System.in.read() >= 0) {
      // The process that started it holds the other end.
    }
    System.exit(0);
  }

  private static void echo(DatagramChannel socket) {
    ByteBuffer request = ByteBuffer.allocateDirect(BareLoop.REQUEST_BYTES);
    ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER_BYTES);
    try {
      while (true) {
        request.clear();
        SocketAddress device = socket.receive(request);
        answer.clear();
        socket.send(answer, device);
      }
    } catch (IOException e) {
      System.err.println("the echo ends: " + e);
    }
  }
}
