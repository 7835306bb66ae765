// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.http;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One request with its whole body, and its answer. */
public final class Call {
  public static final String JSON = "application/json";

  private final HttpServerRequest request;
  private final byte[] body;
  private final List<String> path;
  private MultiMap parameters;

  public Call(HttpServerRequest request, byte[] body) {
    this.request = request;
    this.body = body;
    this.path = segments(request.path());
  }

  /** Slashes at the beginning count once: FIWARE's scenarios send two. */
  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>(6);
    for (String each : path.split("/")) {
      if (!each.isEmpty()) {
        // A plus is a plus in a path.
        segments.add(
            each.indexOf('%') < 0
                ? each
                : URLDecoder.decode(each.replace("+", "%2B"), StandardCharsets.UTF_8));
      }
    }
    return segments;
  }

  public String method() {
    return request.method().name();
  }

  /** Checks whether the method writes the content of its body. */
  public boolean hasBody() {
    return method().equals("POST") || method().equals("PATCH") || method().equals("PUT");
  }

  public byte[] body() {
    return body;
  }

  /** The path's segment, or an empty text where the path ends before it. */
  public String segment(int index) {
    return index < path.size() ? path.get(index) : "";
  }

  public int segments() {
    return path.size();
  }

  /** The header's value, or an empty text. */
  public String header(String name) {
    String value = request.getHeader(name);
    return value == null ? "" : value;
  }

  /** The query parameter's value, or an empty text. */
  public String parameter(String name) {
    String value = parameters().get(name);
    return value == null ? "" : value;
  }

  /** All query parameters. */
  public MultiMap parameters() {
    if (parameters == null) {
      // A semicolon is an AND of the query language, and parts no parameters.
      parameters = request.params(true);
    }
    return parameters;
  }

  /** The values of a query parameter that is a list with commas. */
  public Set<String> list(String name) {
    String value = parameter(name);
    return value.isEmpty() ? Set.of() : new LinkedHashSet<>(Arrays.asList(value.split(",")));
  }

  /** Checks whether one of the values of {@code options} is the name. */
  public boolean option(String name) {
    return list("options").contains(name);
  }

  /** The broker's own address as the client typed it. */
  public String origin() {
    return "http://" + request.authority();
  }

  public Call with(String header, String value) {
    request.response().putHeader(header, value);
    return this;
  }

  /** Takes back a header that was set. */
  public Call without(String header) {
    request.response().headers().remove(header);
    return this;
  }

  public void answer(int status) {
    request.response().setStatusCode(status).end();
  }

  public void answer(int status, String type, Buffer content) {
    request.response().setStatusCode(status).putHeader("Content-Type", type).end(content);
  }

  public void refuse(Refusal refusal) {
    answer(refusal.status(), JSON, Buffer.buffer(Json.bytes(refusal.body())));
  }
}
