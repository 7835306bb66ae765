// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.HttpURLConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.service.metric.MetricsTags.EndpointType;

/**
 * The resource that a request is for: a device posts in its own name, a gateway puts in the name of
 * a device.
 *
 * @param endpoint telemetry, event or command
 * @param tenant null if the device's credentials say it
 * @param device likewise
 * @param request the id of the command that is answered; null for none
 */
record Resource(EndpointType endpoint, String tenant, String device, String request) {
  /** Reads it; fails with the status of a request for something that is not there. */
  static Future<Resource> of(HttpServerRequest request) {
    List<String> path =
        Stream.of(request.path().substring(1).split("/", -1))
            // In a path + is itself; only in a query it is a blank.
            .map(each -> URLDecoder.decode(each.replace("+", "%2B"), StandardCharsets.UTF_8))
            .toList();
    boolean post = request.method().equals(HttpMethod.POST);
    boolean response =
        path.size() > 1 && path.get(0).equals("command") && path.get(1).equals("res");
    EndpointType endpoint = response ? EndpointType.COMMAND : EndpointType.fromString(path.get(0));
    if (endpoint == EndpointType.UNKNOWN || (endpoint == EndpointType.COMMAND && !response)) {
      return refused(HttpURLConnection.HTTP_NOT_FOUND);
    }
    List<String> rest = path.subList(response ? 2 : 1, path.size());
    int own = response ? 1 : 0;
    boolean put = request.method().equals(HttpMethod.PUT);
    if (put && !rest.isEmpty() && rest.size() < own + 2) {
      return refused(HttpURLConnection.HTTP_NOT_FOUND);
    }
    if (rest.size() != (put ? own + 2 : own) || !(put || post)) {
      return refused(HttpURLConnection.HTTP_BAD_METHOD);
    }
    return Future.succeededFuture(
        new Resource(
            endpoint,
            post || rest.get(0).isEmpty() ? null : rest.get(0),
            post ? null : rest.get(1),
            response ? rest.get(rest.size() - 1) : null));
  }

  private static Future<Resource> refused(int status) {
    return Future.failedFuture(new ClientErrorException(status));
  }

  /** Returns whether it takes the answers to commands. */
  boolean isResponse() {
    return request != null;
  }
}
