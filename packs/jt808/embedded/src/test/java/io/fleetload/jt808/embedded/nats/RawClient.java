// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A client that writes NATS's text protocol as it is told, past its INFO. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MS = 120_000;

  private final Socket socket;
  private final BufferedReader in;

  RawClient(String url) throws IOException {
    URI address = URI.create(url);
    socket = new Socket(address.getHost(), address.getPort());
    socket.setSoTimeout(PATIENCE_MS);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    in.readLine();
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  List<String> lines(int count) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(in.readLine());
    }
    return lines;
  }

  /** Whether the server closed the connection; reads what it said before. */
  boolean ended() {
    try {
      while (in.readLine() != null) {
        // Not the end yet.
      }
    } catch (IOException e) {
      // A reset is an end, a time-out is none.
      return !(e instanceof java.net.SocketTimeoutException);
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
