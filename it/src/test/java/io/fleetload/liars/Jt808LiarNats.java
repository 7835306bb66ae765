// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * As much of a NATS server as a backend needs: clients subscribe and publish, and the liar does so
 * itself.
 */
final class Jt808LiarNats implements AutoCloseable {
  private static final String INFO =
      "INFO {\"server_id\":\"liar\",\"server_name\":\"liar\",\"version\":\"2.9.10\",\"proto\":1,"
          + "\"host\":\"127.0.0.1\",\"port\":4222,\"headers\":false,\"max_payload\":1048576,"
          + "\"client_id\":1}\r\n";

  private final ServerSocket socket =
      new ServerSocket(0, 64, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final Service service;

  private record Subscription(OutputStream client, String subject, String id) {
    boolean takes(String published) {
      return subject.endsWith("*")
          ? published.startsWith(subject.substring(0, subject.length() - 1))
          : published.equals(subject);
    }
  }

  /** Gets what clients publish, a request with the subject of its answer. */
  @FunctionalInterface
  interface Service {
    void take(String subject, String reply, String text) throws IOException;
  }

  Jt808LiarNats(Service service) throws IOException {
    this.service = service;
  }

  void start() {
    Jt808Liar.serve(socket, this::serve);
  }

  String url() {
    return "nats://127.0.0.1:" + socket.getLocalPort();
  }

  private void serve(Socket client) throws IOException {
    InputStream in = new BufferedInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    say(out, INFO.getBytes(ISO_8859_1));
    for (String line = line(in); line != null; line = line(in)) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "PING" -> say(out, "PONG\r\n".getBytes(ISO_8859_1));
        case "SUB" -> add(new Subscription(out, words[1], words[words.length - 1]));
        case "UNSUB" -> remove(out, words[1]);
        case "PUB" -> {
          byte[] data = in.readNBytes(Integer.parseInt(words[words.length - 1]));
          line(in);
          String reply = words.length > 3 ? words[2] : "";
          publish(words[1], data);
          service.take(words[1], reply, new String(data, ISO_8859_1));
        }
        default -> {
          // CONNECT, and PONG.
        }
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private synchronized void add(Subscription subscription) {
    subscriptions.add(subscription);
  }

  private synchronized void remove(OutputStream client, String id) {
    subscriptions.removeIf(each -> each.client == client && each.id.equals(id));
  }

  void publish(String subject, String text) throws IOException {
    publish(subject, text.getBytes(ISO_8859_1));
  }

  private synchronized void publish(String subject, byte[] data) throws IOException {
    for (Subscription each : subscriptions) {
      if (each.takes(subject)) {
        String head = "MSG " + subject + " " + each.id + " " + data.length + "\r\n";
        byte[] message = (head + new String(data, ISO_8859_1) + "\r\n").getBytes(ISO_8859_1);
        say(each.client, message);
      }
    }
  }

  /** Whole: several threads write to a client. */
  private synchronized void say(OutputStream client, byte[] message) throws IOException {
    client.write(message);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
