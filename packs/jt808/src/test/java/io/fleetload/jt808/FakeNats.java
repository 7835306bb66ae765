// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server that begins as NATS does, answers pings, and says what a test wants once it is asked.
 */
public final class FakeNats implements AutoCloseable {
  private final ServerSocket listening;

  private FakeNats(ServerSocket listening) {
    this.listening = listening;
  }

  /**
   * A server.
   *
   * @param first what each client hears first
   * @param then what it hears when it publishes
   */
  public static FakeNats saying(String first, String then) throws IOException {
    FakeNats server = new FakeNats(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
    Thread thread = new Thread(() -> server.accept(first, then), "fake-nats");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  private void accept(String first, String then) {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept();
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
        OutputStream out = socket.getOutputStream();
        say(out, first);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.equals("PING")) {
            say(out, "PONG\r\n");
          } else if (line.startsWith("PUB ")) {
            say(out, then);
          }
        }
      } catch (IOException e) {
        // The client is gone, or the test has ended.
      }
    }
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  public String url() {
    return "nats://127.0.0.1:" + listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
