// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;

/** The form of a subscription's notifications. */
public interface Form {

  /**
   * A notification as it is sent.
   *
   * @param uri where to
   * @param headers all of them
   */
  record Post(HttpMethod method, String uri, MultiMap headers, Buffer body) {}

  Post post(Change change);
}
