// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import io.fleetload.embedded.Parts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A broker in the test's own JVM, which can have one at a time. */
final class BrokerInTest implements AutoCloseable {
  private final Parts parts = new Parts("broker in test", why -> {});
  private final String ready;

  /** With the options of a command line. */
  BrokerInTest(String... arguments) throws Exception {
    Line line = new Line();
    new CommandLine(line).parseArgs(arguments);
    ready = new EmbeddedServer(parts).start(line.options.checked());
  }

  @Command
  private static final class Line {
    @Mixin private CommandLineOptions options;
  }

  String ready() {
    return ready;
  }

  int port(Listener listener) {
    return port(ready, listener);
  }

  /** A listener's port, from a ready line. */
  static int port(String ready, Listener listener) {
    return Integer.parseInt(found(ready, listener.field + "\":\"127.0.0.1:(\\d+)"));
  }

  /** A figure of the page of metrics, as it is written there. */
  static String figure(String ready, String name) throws Exception {
    URI page = URI.create(found(ready, "metrics\":\"([^\"]+)"));
    HttpRequest request = HttpRequest.newBuilder(page).build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return found(body, "(?m)^" + Pattern.quote(name) + " (\\S+)$");
  }

  private static String found(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("no " + pattern + " in " + text);
    }
    return matcher.group(1);
  }

  @Override
  public void close() {
    parts.close();
  }
}
