// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.fleetload.embedded.Parts;
import io.fleetload.ngsi.embedded.fault.Faults;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker in the test's own JVM. */
final class BrokerInTest implements AutoCloseable {
  static final String LD_JSON = "application/ld+json";

  private final Parts parts = new Parts("broker in test", why -> {});
  private final HttpClient client = HttpClient.newHttpClient();
  private final String ready;

  BrokerInTest() throws Exception {
    this(Faults.NONE);
  }

  BrokerInTest(Faults faults) throws Exception {
    this(faults, Clock.systemUTC());
  }

  BrokerInTest(Faults faults, Clock clock) throws Exception {
    this(faults, clock, false);
  }

  BrokerInTest(Faults faults, Clock clock, boolean singleTenant) throws Exception {
    this(new ServerOptions("127.0.0.1", 0, 0, singleTenant, false, faults), clock);
  }

  BrokerInTest(ServerOptions options, Clock clock) throws Exception {
    ready = new EmbeddedServer(parts, clock).start(options);
  }

  String url() {
    return field("url");
  }

  String context() {
    return field("context");
  }

  HttpResponse<String> get(String path) throws Exception {
    return send("GET", path, "", Map.of("Accept", "application/json"));
  }

  HttpResponse<String> delete(String path) throws Exception {
    return send("DELETE", path, "", Map.of("Accept", "application/json"));
  }

  /** With the core context. Apostrophes in the body are quotation marks. */
  HttpResponse<String> post(String path, String body) throws Exception {
    return send("POST", path, body, Map.of("Content-Type", "application/json"));
  }

  HttpResponse<String> patch(String path, String body) throws Exception {
    return send("PATCH", path, body, Map.of("Content-Type", "application/json"));
  }

  HttpResponse<String> send(String method, String path, String body, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(method, BodyPublishers.ofString(body.replace('\'', '"')));
    headers.forEach(request::header);
    return client.send(request.build(), BodyHandlers.ofString());
  }

  String metrics() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(field("metrics"))).build();
    return client.send(request, BodyHandlers.ofString()).body();
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
    parts.close();
  }
}
