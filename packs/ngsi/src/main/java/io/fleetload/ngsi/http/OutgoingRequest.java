// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Message;
import io.netty.buffer.ByteBuf;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.impl.HttpRequestHead;
import java.util.Map;

/**
 * A request as it goes out.
 *
 * @param message what it is of
 * @param path path and query
 * @param headers all but the length of the body; requests of a flow may share them
 * @param body null for none
 * @param rule what its answer must be
 * @param saved what earlier answers of the same iteration left, by variable
 */
record OutgoingRequest(
    Message message,
    HttpMethod method,
    String path,
    MultiMap headers,
    ByteBuf body,
    AnswerRule rule,
    Map<String, String> saved) {

  /**
   * The head, to be written before the next one of the flow is made: who writes it copies the
   * headers.
   *
   * @param authority the host that it names
   */
  HttpRequestHead head(String authority) {
    if (body != null) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
    }
    return new HttpRequestHead(method, path, headers, authority, null, null);
  }
}
