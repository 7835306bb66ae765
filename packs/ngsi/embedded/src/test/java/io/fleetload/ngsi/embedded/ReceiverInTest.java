// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Receives notifications, and serves a context that a test chooses. */
final class ReceiverInTest implements AutoCloseable {
  private final HttpServer server;
  private final BlockingQueue<Notification> received = new LinkedBlockingQueue<>();

  record Notification(String method, String path, Headers headers, String text) {
    JsonNode body() {
      try {
        return new ObjectMapper().readTree(text);
      } catch (IOException e) {
        throw new AssertionError("no JSON: " + text, e);
      }
    }

    /** The first entity's attribute. */
    JsonNode attribute(String name) {
      return body().path("data").path(0).path(name);
    }
  }

  ReceiverInTest(String context) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          byte[] answer = {};
          String method = exchange.getRequestMethod();
          if (method.equals("GET")) {
            answer = context.getBytes(StandardCharsets.UTF_8);
          } else {
            String path = exchange.getRequestURI().toString();
            String text = new String(body, StandardCharsets.UTF_8);
            received.add(new Notification(method, path, exchange.getRequestHeaders(), text));
          }
          exchange.sendResponseHeaders(
              answer.length == 0 ? 204 : 200, answer.length == 0 ? -1 : answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  ReceiverInTest() throws IOException {
    this("{}");
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  Notification next() throws InterruptedException {
    Notification next = received.poll(120, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no notification came");
    }
    return next;
  }

  List<Notification> next(int count) throws InterruptedException {
    List<Notification> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      next.add(next());
    }
    return next;
  }

  /** What has come and was not asked for yet. */
  List<Notification> soFar() {
    List<Notification> all = new ArrayList<>();
    received.drainTo(all);
    return all;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
