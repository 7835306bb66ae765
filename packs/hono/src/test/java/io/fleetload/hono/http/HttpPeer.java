// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * A server of HTTP that answers what a test tells it to, word by word, on connections that it
 * keeps; each has a thread.
 */
final class HttpPeer implements AutoCloseable {
  /** The answer to telemetry that Hono took. */
  static final String ACCEPTED = "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n";

  private final ServerSocket server;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<Socket> connections = Collections.synchronizedList(new ArrayList<>());
  private volatile Function<String, String> answers = request -> ACCEPTED;

  private HttpPeer(ServerSocket server) {
    this.server = server;
  }

  static HttpPeer start() throws IOException {
    HttpPeer peer = new HttpPeer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    new Thread(peer::accept, "http-peer").start();
    return peer;
  }

  int port() {
    return server.getLocalPort();
  }

  /**
   * Sets the answers from now on: given a request, what is written; null ends the connection, and
   * an empty text is no answer.
   */
  void answers(Function<String, String> next) {
    answers = next;
  }

  /** Heads and bodies of all requests, in the order of their arrival. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  int connections() {
    return connections.size();
  }

  /** Ends the connections that are open. */
  void endConnections() throws IOException {
    for (Socket each : List.copyOf(connections)) {
      each.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        connections.add(socket);
        if (server.isClosed()) {
          // It was taken in while the others were ended.
          socket.close();
        }
        new Thread(() -> serve(socket), "http-peer-connection").start();
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      OutputStream out = socket.getOutputStream();
      while (true) {
        String request = read(in);
        if (request == null) {
          return;
        }
        requests.add(request);
        String answer = answers.apply(request);
        if (answer == null) {
          return;
        }
        out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
      }
    } catch (IOException e) {
      // The connection is over.
    }
  }

  private static String read(BufferedReader in) throws IOException {
    StringBuilder request = new StringBuilder();
    int length = 0;
    while (true) {
      String line = in.readLine();
      if (line == null) {
        return null;
      }
      request.append(line).append('\n');
      if (line.isEmpty()) {
        break;
      }
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring(16));
      }
    }
    for (int i = 0; i < length; i++) {
      request.append((char) in.read());
    }
    return request.toString();
  }

  @Override
  public void close() throws IOException {
    server.close();
    endConnections();
  }
}
