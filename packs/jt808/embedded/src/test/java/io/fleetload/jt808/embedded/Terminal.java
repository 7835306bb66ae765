// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.HexFormat;

/** A terminal that is nothing but a socket: bytes in hex out and in. */
final class Terminal implements AutoCloseable {
  static final String CLOSED = "closed";
  static final String SILENCE = "silence";

  private static final int FLAG = 0x7e;
  private static final int PATIENCE_MS = 120_000;
  private static final int SILENCE_MS = 150;

  private final Socket socket;

  Terminal(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
  }

  Terminal send(String hex) throws IOException {
    socket.getOutputStream().write(HexFormat.of().parseHex(hex));
    return this;
  }

  /** The next frame, or that the server closed the connection. */
  String received() throws IOException {
    return received(PATIENCE_MS);
  }

  /** What comes within a moment, where nothing is expected. */
  String receivedAtOnce() throws IOException {
    return received(SILENCE_MS);
  }

  private String received(int patience) throws IOException {
    socket.setSoTimeout(patience);
    InputStream in = socket.getInputStream();
    StringBuilder frame = new StringBuilder();
    try {
      for (int flags = 0; flags < 2; ) {
        int next = in.read();
        if (next < 0) {
          return CLOSED;
        }
        frame.append(HexFormat.of().toHexDigits((byte) next));
        flags += next == FLAG ? 1 : 0;
      }
      return frame.toString();
    } catch (SocketTimeoutException e) {
      return SILENCE;
    } catch (IOException e) {
      return CLOSED;
    }
  }

  /** Ends as a terminal without power does when it starts again. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
