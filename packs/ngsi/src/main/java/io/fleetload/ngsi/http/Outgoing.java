// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Message;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;

/**
 * A request as it goes out.
 *
 * @param message what it is of
 * @param path path and query
 * @param body null for none
 * @param rule what its answer must be
 * @param saved what earlier answers of the same iteration left, by variable
 */
record Outgoing(
    Message message,
    HttpMethod method,
    String path,
    List<Header> headers,
    Buffer body,
    AnswerRule rule,
    Map<String, String> saved) {

  /** One of its headers. */
  record Header(CharSequence name, CharSequence value) {}
}
