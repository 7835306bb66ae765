// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A server on which a test reads requests and writes answers byte by byte. */
final class RawServer implements Closeable {
  static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";
  private static final int PATIENCE_MILLIS = 120_000;

  private final ServerSocket socket;

  /** A connection of a client. */
  static final class Peer implements Closeable {
    final Socket socket;
    private final InputStream in;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    }

    /** The next request, head and body; null where the client closed the connection. */
    String request() throws IOException {
      StringBuilder text = new StringBuilder();
      while (text.indexOf("\r\n\r\n") < 0) {
        int each = in.read();
        if (each < 0) {
          return null;
        }
        text.append((char) each);
      }
      String head = text.toString();
      int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ");
      if (at >= 0) {
        int end = head.indexOf('\r', at);
        int length = Integer.parseInt(head.substring(at + "content-length: ".length(), end));
        text.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
      }
      return text.toString();
    }

    Peer write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return this;
    }

    /** Answers with a status and a body of JSON. */
    void answer(int status, String body) throws IOException {
      write(
          "HTTP/1.1 %d Status\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(status, body.getBytes(StandardCharsets.UTF_8).length, body));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  RawServer() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  int port() {
    return socket.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  /** The next connection of a client. */
  Peer accept() throws IOException {
    return new Peer(socket.accept());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
