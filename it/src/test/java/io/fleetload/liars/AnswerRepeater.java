// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Stands between clients and a server of HTTP/1.1, and passes on an answer with a mark twice. Such
 * an answer has no body, so that it is one write of the server.
 */
final class AnswerRepeater implements Closeable {
  /** The header that marks an answer. */
  static final String MARK = "X-twice";

  private final ServerSocket socket =
      new ServerSocket(0, 1_024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  private final int server;

  /** Before a server on that port of this host. */
  AnswerRepeater(int server) throws IOException {
    this.server = server;
    start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One side is gone, or this was closed.
              }
            },
            "answer-repeater");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = socket.accept();
      Socket onwards = new Socket(InetAddress.getLoopbackAddress(), server);
      client.setTcpNoDelay(true);
      onwards.setTcpNoDelay(true);
      start(() -> pass(client, onwards, each -> each));
      start(() -> pass(onwards, client, AnswerRepeater::repeated));
    }
  }

  private static byte[] repeated(byte[] answer) {
    if (!new String(answer, StandardCharsets.ISO_8859_1).contains(MARK)) {
      return answer;
    }
    byte[] twice = Arrays.copyOf(answer, 2 * answer.length);
    System.arraycopy(answer, 0, twice, answer.length, answer.length);
    return twice;
  }

  private static void pass(Socket from, Socket to, UnaryOperator<byte[]> change)
      throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[65_536];
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        out.write(change.apply(Arrays.copyOf(buffer, length)));
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
