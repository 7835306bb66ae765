// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A broker of NGSI-LD that keeps no entity, notifies of each change before it confirms it, and
 * tells one lie. All that it does is done by one lock, so its log is in the order of its deeds.
 */
final class NgsiLiar implements AutoCloseable {
  private static final Pattern STAMP = Pattern.compile("fl1(:[^\"&:]+){7}");
  private static final Pattern URI_IN = Pattern.compile("\"uri\" ?: ?\"([^\"]+)\"");
  private static final String ENTITY = "urn:ngsi-ld:store:fl-";
  private static final int RESULTS = 10;

  static {
    // Else each answer waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server =
      HttpServer.create(
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Lie lie;
  private final Draw.Phase phase;
  private final AnswerRepeater before;

  /** Where each entity's subscription is notified, by the entity's number. */
  private final Map<Integer, String> endpoints = new LinkedHashMap<>();

  private final List<String> probes = new ArrayList<>();
  private int told;
  private boolean confirmsTwice;
  private Notification held;

  /**
   * A request with a stamp.
   *
   * @param stamp its text
   */
  record Sent(String stamp) {
    String field(int place) {
      return stamp.split(":")[place];
    }

    int user() {
      return Integer.parseInt(field(4));
    }

    int n() {
      return Integer.parseInt(field(5));
    }

    /** The same stamp with another text in a field. */
    Sent with(int place, String text) {
      String[] fields = stamp.split(":");
      fields[place] = text;
      return new Sent(String.join(":", fields));
    }
  }

  /**
   * What is notified.
   *
   * @param endpoint the number of the entity at the endpoint of which
   * @param temperature a member of JSON with a comma behind it; empty for none
   */
  private record Notification(int endpoint, int entity, String temperature, String stamp) {
    static Notification of(Sent sent) {
      return new Notification(sent.user(), sent.user(), temperature(sent.n()), sent.stamp);
    }

    static String temperature(int value) {
      return "\"temperature\":{\"type\":\"Property\",\"value\":%d},".formatted(value);
    }

    String text() {
      return "{\"type\":\"Notification\",\"data\":[{\"id\":\"%s%d\",\"type\":\"store\",%s\"senttime\":{\"type\":\"Property\",\"value\":\"%s\"}}]}"
          .formatted(ENTITY, entity, temperature, stamp);
    }
  }

  NgsiLiar(Lie lie, Draw draw) throws IOException {
    this.lie = lie;
    this.phase = draw.begin();
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
    this.before = new AnswerRepeater(server.getAddress().getPort());
  }

  /** Where it is, as a URL. */
  String url() {
    return "http://127.0.0.1:" + before.port();
  }

  /** How often it lied. */
  synchronized int told() {
    return told;
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String path = URLDecoder.decode(exchange.getRequestURI().toString(), UTF_8);
      synchronized (this) {
        if (exchange.getRequestMethod().equals("GET")) {
          answer(exchange, 200, got(path));
        } else if (exchange.getRequestMethod().equals("DELETE")) {
          answer(exchange, 204, "");
        } else if (path.endsWith("/subscriptions")) {
          subscribe(body);
          exchange.getResponseHeaders().add("Location", path + "/" + endpoints.size());
          answer(exchange, 201, "");
        } else if (path.contains("FleetLoadProbe") || body.contains("FleetLoadProbe")) {
          if (held != null) {
            send(held);
            held = null;
          }
          probes.forEach(each -> send(each, "{\"data\":[]}"));
          answer(exchange, path.endsWith("/entities") ? 201 : 204, "");
        } else {
          int status = update(body);
          if (confirmsTwice) {
            confirmsTwice = false;
            exchange.getResponseHeaders().add(AnswerRepeater.MARK, "yes");
          }
          answer(exchange, status, "");
        }
      }
    }
  }

  private void subscribe(String body) {
    Matcher found = URI_IN.matcher(body);
    if (!found.find()) {
      throw new AssertionError("a subscription without an endpoint: " + body);
    }
    String uri = found.group(1);
    if (uri.contains("/probe/")) {
      probes.add(uri);
    } else {
      endpoints.put(Integer.parseInt(uri.substring(uri.lastIndexOf('/') + 1)), uri);
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Sent sent(String text) {
    Matcher stamp = STAMP.matcher(text);
    if (!stamp.find()) {
      throw new AssertionError("a request without a stamp: " + text);
    }
    return new Sent(stamp.group());
  }

  private boolean lies(Sent sent) {
    boolean lies =
        sent.field(3).equals("m") && lie.about(sent.field(2), sent.user(), sent.n(), phase);
    // What is held is a lie once the next one is before it.
    if (lies && !lie.is("REORDERED")) {
      told++;
    }
    return lies;
  }

  private String got(String path) {
    if (path.contains("type=shelf")) {
      return results(path);
    }
    if (!STAMP.matcher(path).find()) {
      return "{}";
    }
    Sent sent = sent(path);
    int user = lies(sent) ? (sent.user() + 1) % RESULTS : sent.user();
    return "{\"id\":\"%s%d\",\"type\":\"store\"}".formatted(ENTITY, user);
  }

  private String results(String path) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < RESULTS; i++) {
      all.add("{\"id\":\"urn:ngsi-ld:shelf:fl-%d\",\"type\":\"shelf\"}".formatted(i));
    }
    if (lies(sent(path))) {
      switch (lie.name()) {
        case "EMPTY" -> all.clear();
        case "FEWER" -> all.remove(0);
        case "MORE" -> all.add("{\"id\":\"urn:ngsi-ld:shelf:fl-x\",\"type\":\"shelf\"}");
        case "REPEATED" -> all.set(0, all.get(1));
        case "OTHER_TYPE" -> all.set(0, all.get(0).replace("\"shelf\"", "\"store\""));
        case "UNREADABLE" -> {
          return "[" + String.join(",", all);
        }
        default -> throw new AssertionError(lie + " is no lie of a query");
      }
    }
    return "[" + String.join(",", all) + "]";
  }

  /** Notifies of an update, or lies; the status of its answer. */
  private int update(String body) {
    Sent sent = sent(body);
    Notification truth = Notification.of(sent);
    if (!lies(sent)) {
      send(truth);
      return 204;
    }
    int other = (sent.user() + 1) % endpoints.size();
    switch (lie.name()) {
      case "LOST", "LOST_OF_ONE_ENTITY" -> {}
      case "REFUSED" -> {
        return 503;
      }
      case "UNCONFIRMED" -> {
        send(truth);
        return 503;
      }
      case "CONFIRMED_TWICE" -> {
        send(truth);
        confirmsTwice = true;
      }
      case "TWICE" -> {
        send(truth);
        send(truth);
      }
      case "REORDERED" -> {
        if (held == null) {
          held = truth;
        } else {
          told++;
          send(truth);
          send(held);
          held = null;
        }
      }
      case "CUT" -> {
        String text = truth.text();
        send(endpoints.get(sent.user()), text.substring(0, text.indexOf("fl1:") + 20));
      }
      case "OTHER_ENTITY" ->
          send(new Notification(sent.user(), other, truth.temperature, truth.stamp));
      case "OTHER_SUBSCRIPTION" ->
          send(new Notification(other, sent.user(), truth.temperature, truth.stamp));
      case "OTHER_VALUE" ->
          send(
              new Notification(
                  sent.user(), sent.user(), Notification.temperature(-1), truth.stamp));
      case "WITHOUT_VALUE" -> send(new Notification(sent.user(), sent.user(), "", truth.stamp));
      case "OTHER_PERIOD" -> send(Notification.of(sent.with(3, "w")));
      case "OTHER_FLOW" -> send(Notification.of(sent.with(2, "query")));
      case "INVENTED" -> {
        send(truth);
        send(Notification.of(sent.with(5, String.valueOf(1_000_000 + sent.n()))));
      }
      case "OTHER_RUN" -> {
        send(truth);
        send(Notification.of(sent.with(1, "01d")));
      }
      case "WITHOUT_STAMP" -> {
        send(truth);
        send(new Notification(sent.user(), sent.user(), truth.temperature, "hello"));
      }
      default -> throw new AssertionError(lie + " is no lie of an update");
    }
    return 204;
  }

  private void send(Notification each) {
    send(endpoints.get(each.endpoint), each.text());
  }

  private void send(String endpoint, String text) {
    try {
      client.send(
          HttpRequest.newBuilder(URI.create(endpoint))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(text))
              .build(),
          HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new AssertionError("the receiver takes nothing", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    before.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
