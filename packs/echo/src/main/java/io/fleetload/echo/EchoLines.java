// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One of the backend's connections to {@link EchoServer}: lines of text in both directions. */
final class EchoLines implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;

  private final Socket socket = new Socket();
  private final byte[] buffer = new byte[1 << 16];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * Connects.
   *
   * @param longestMillis how long {@link #next} waits for lines, ms
   */
  EchoLines(InetSocketAddress server, int longestMillis) throws IOException {
    socket.connect(server, CONNECT_MILLIS);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(longestMillis);
  }

  /** Begins to listen: once this returns, the server tells it of every message. */
  void listen(int number) throws IOException {
    say("LISTEN " + number);
    long begun = System.nanoTime();
    while (!next(true).contains("OK")) {
      if (System.nanoTime() - begun > CONNECT_MILLIS * 1_000_000L) {
        throw new IOException("it does not answer");
      }
    }
  }

  void say(String text) throws IOException {
    socket.getOutputStream().write((text + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * The lines that came.
   *
   * @param waits whether to wait for them where none is there yet
   */
  List<String> next(boolean waits) throws IOException {
    if (!waits && socket.getInputStream().available() == 0) {
      return List.of();
    }
    try {
      int count = socket.getInputStream().read(buffer);
      if (count < 0) {
        throw new IOException("it closed the connection");
      }
      return lines(count);
    } catch (SocketTimeoutException e) {
      return List.of();
    }
  }

  private List<String> lines(int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (buffer[i] != '\n') {
        line.write(buffer[i]);
      } else {
        lines.add(line.toString(StandardCharsets.US_ASCII));
        line.reset();
      }
    }
    return lines;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
