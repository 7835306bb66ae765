// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.fleetload.process.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Settings of the export of figures by OTLP, from the environment. */
final class OtlpSettings {
  private static final int HIGHEST_PORT = 65_535;
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String OF_METRICS = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT";
  private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final long MOST_MILLIS = 3_600_000;

  private final URI url;
  private final Map<String, String> headers;
  private final Duration interval;
  private final Map<String, String> resource;

  private OtlpSettings(
      URI url, Map<String, String> headers, Duration interval, Map<String, String> resource) {
    this.url = url;
    this.headers = headers;
    this.interval = interval;
    this.resource = resource;
  }

  /**
   * Reads them.
   *
   * @return nothing where the environment names no endpoint or switches metrics off
   * @throws UsageException if they cannot be used; no value of a header is in its message
   */
  static Optional<OtlpSettings> in(Map<String, String> environment) throws UsageException {
    Env env = new Env(environment);
    String url = env.get(OF_METRICS);
    String base = env.get(ENDPOINT);
    if ((url.isEmpty() && base.isEmpty())
        || env.get("OTEL_SDK_DISABLED").equalsIgnoreCase("true")
        || env.get("OTEL_METRICS_EXPORTER").equals("none")) {
      return Optional.empty();
    }
    String protocol =
        env.first("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL");
    if (!protocol.isEmpty() && !protocol.equals("http/protobuf")) {
      throw new UsageException(
          "OTEL_EXPORTER_OTLP_PROTOCOL: found \"%s\", expected http/protobuf; collectors have it at"
                  .formatted(protocol)
              + " port 4318");
    }
    return Optional.of(
        new OtlpSettings(
            url.isEmpty() ? url(ENDPOINT, base, "v1/metrics") : url(OF_METRICS, url, ""),
            headers(env),
            interval(env.get(INTERVAL)),
            resource(env)));
  }

  private record Env(Map<String, String> variables) {
    /** An empty variable counts as none. */
    String get(String name) {
      return variables.getOrDefault(name, "").trim();
    }

    String first(String name, String otherwise) {
      return get(name).isEmpty() ? get(otherwise) : get(name);
    }
  }

  private static URI url(String variable, String text, String path) throws UsageException {
    try {
      URI given = new URI(path.isEmpty() ? text : below(text, path));
      if (given.getHost() != null
          && given.getPort() != 0
          && given.getPort() <= HIGHEST_PORT
          && ("http".equals(given.getScheme()) || "https".equals(given.getScheme()))) {
        return given;
      }
    } catch (URISyntaxException e) {
      // Reported below, without the text: there may be a password in it.
    }
    throw new UsageException(variable + ": expected a URL such as http://127.0.0.1:4318");
  }

  private static String below(String base, String path) {
    int end = base.indexOf('?') < 0 ? base.length() : base.indexOf('?');
    String folder = base.substring(0, end);
    return folder + (folder.endsWith("/") ? "" : "/") + path + base.substring(end);
  }

  private static Map<String, String> headers(Env env) throws UsageException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String variable :
        new String[] {"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_METRICS_HEADERS"}) {
      headers.putAll(pairs(variable, env.get(variable)));
    }
    HttpRequest.Builder request = HttpRequest.newBuilder();
    for (Map.Entry<String, String> each : headers.entrySet()) {
      try {
        request.setHeader(each.getKey(), each.getValue());
      } catch (IllegalArgumentException e) {
        throw new UsageException(
            "OTEL_EXPORTER_OTLP_HEADERS: the header %s cannot be sent".formatted(each.getKey()));
      }
    }
    return headers;
  }

  private static Duration interval(String text) throws UsageException {
    if (text.isEmpty()) {
      return EVERY;
    }
    long millis = text.matches("[0-9]{1,7}") ? Long.parseLong(text) : 0;
    if (millis < 1 || millis > MOST_MILLIS) {
      throw new UsageException(
          "%s: found \"%s\", expected milliseconds such as 5000, 1 to %s"
              .formatted(INTERVAL, text, MOST_MILLIS));
    }
    return Duration.ofMillis(millis);
  }

  private static Map<String, String> resource(Env env) throws UsageException {
    Map<String, String> resource =
        pairs("OTEL_RESOURCE_ATTRIBUTES", env.get("OTEL_RESOURCE_ATTRIBUTES"));
    String service = env.get("OTEL_SERVICE_NAME");
    if (!service.isEmpty()) {
      resource.put("service.name", service);
    }
    return resource;
  }

  /** Of {@code key=value,key=value}, with percent signs where a character means something. */
  private static Map<String, String> pairs(String variable, String text) throws UsageException {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String each : text.split(",")) {
      if (each.isBlank()) {
        continue;
      }
      int at = each.indexOf('=');
      if (at < 1) {
        throw new UsageException(
            variable + ": expected key=value, and a comma between two of them");
      }
      String key = each.substring(0, at).trim();
      try {
        // A plus sign is one here, unlike in a form.
        String value = each.substring(at + 1).trim().replace("+", "%2B");
        pairs.put(key, URLDecoder.decode(value, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw new UsageException(
            "%s: the value of %s has a percent sign without two digits; write %%25 for it"
                .formatted(variable, key));
      }
    }
    return pairs;
  }

  URI url() {
    return url;
  }

  /** The URL without what may be secret in it: user, password, query. */
  String shownUrl() {
    int port = url.getPort();
    return url.getScheme() + "://" + url.getHost() + (port < 0 ? "" : ":" + port) + url.getPath();
  }

  Map<String, String> headers() {
    return headers;
  }

  Duration interval() {
    return interval;
  }

  /** Returns the user's attributes for the origin of the figures. */
  Map<String, String> resource() {
    return resource;
  }
}
