// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.fleetload.embedded.Parts;
import io.fleetload.jt808.embedded.ServerOptions.NatsChoice;
import io.fleetload.jt808.embedded.gateway.Misconduct;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Subscription;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in the test's own JVM on the stand-in, and a NATS client that hears everything. */
final class ServerInTest implements AutoCloseable {
  static final Misconduct NONE = new Misconduct(0, 0, 0, 0, 0, Duration.ZERO);

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Parts parts = new Parts("server in test", why -> {});
  private final String ready;
  private final Connection nats;
  private final Subscription published;

  private ServerInTest(ServerOptions options) throws Exception {
    ready = new EmbeddedServer(parts).start(options, Clock.systemUTC());
    nats = Nats.connect(field("nats"));
    published = nats.subscribe("*");
    nats.flush(PATIENCE);
  }

  static ServerInTest without(Misconduct misconduct) throws Exception {
    return new ServerInTest(options(Optional.empty(), misconduct));
  }

  static ServerInTest saving(int queue) throws Exception {
    return new ServerInTest(options(Optional.of(queue), NONE));
  }

  private static ServerOptions options(Optional<Integer> queue, Misconduct misconduct) {
    return new ServerOptions(
        0, 0, 1, false, new NatsChoice(Optional.empty(), Optional.empty()), queue, misconduct);
  }

  Terminal terminal() throws IOException {
    return new Terminal(Integer.parseInt(field("server").split(":")[1]));
  }

  Connection nats() {
    return nats;
  }

  String request(String subject, String text) throws Exception {
    Message answer = nats.request(subject, text.getBytes(StandardCharsets.US_ASCII), PATIENCE);
    return answer == null ? "no answer" : new String(answer.getData(), StandardCharsets.US_ASCII);
  }

  /** Everything that was published up to now, as {@code subject text}, with * for times. */
  List<String> published() throws Exception {
    // Answered over the gateway's connection, behind all that it published.
    request("terminal.command", "none 8104 -");
    List<String> all = new ArrayList<>();
    for (Message next = next(); next != null; next = next()) {
      String text = new String(next.getData(), StandardCharsets.US_ASCII);
      all.add(next.getSubject() + ' ' + text.replaceAll("\\b\\d{16}\\b", "*"));
    }
    return all;
  }

  private Message next() throws InterruptedException {
    return published.nextMessage(Duration.ofMillis(1));
  }

  String query(String sql) throws Exception {
    return get(field("store") + "/exp?query=" + URLEncoder.encode(sql, StandardCharsets.UTF_8));
  }

  String metrics() throws Exception {
    return get(field("metrics"));
  }

  private static String get(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  String ready() {
    return ready;
  }

  private String field(String name) {
    Matcher field = Pattern.compile('"' + name + "\":\"([^\"]+)\"").matcher(ready);
    if (!field.find()) {
      throw new AssertionError("no " + name + " in " + ready);
    }
    return field.group(1);
  }

  @Override
  public void close() {
    try {
      nats.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    parts.close();
  }
}
