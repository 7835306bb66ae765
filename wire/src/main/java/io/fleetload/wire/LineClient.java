// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A backend's connection to a server that speaks lines of text in UTF-8; a thread of its own reads.
 */
public final class LineClient implements AutoCloseable {
  private static final int MOST_MILLIS = 5_000;

  private final Socket socket = new Socket();
  private final PrintWriter out;
  private final BufferedReader in;

  /**
   * Connects, and asks for something.
   *
   * @param begin what it says first
   * @param answer what the server answers to it, within 5 s
   * @throws IOException if it cannot connect, or the server answers something else
   */
  public LineClient(InetSocketAddress server, String begin, String answer) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(MOST_MILLIS);
      socket.connect(server, MOST_MILLIS);
      out = new PrintWriter(socket.getOutputStream(), false, StandardCharsets.UTF_8);
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      say(begin);
      if (!answer.equals(line())) {
        throw new IOException("it does not answer %s with %s".formatted(begin, answer));
      }
      socket.setSoTimeout(0);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Reads from now on; at the end of the connection comes a line without text. */
  public void read(Consumer<String> lines) {
    Thread reader = new Thread(() -> readAll(lines), "lines");
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll(Consumer<String> lines) {
    try {
      for (String line = line(); line != null; line = line()) {
        lines.accept(line);
      }
    } catch (IOException e) {
      // It is the end of the connection.
    }
    lines.accept("");
  }

  /** The next line; null at the end, and for one that is too long. */
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next != '\n' && next >= 0 && line.length() < LineLink.MOST_BYTES) {
      line.append((char) next);
      next = in.read();
    }
    return next == '\n' ? line.toString() : null;
  }

  /** Writes a line; a connection that is no more is noticed by what it reads. */
  public void say(String line) {
    out.print(line + '\n');
    out.flush();
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
