// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Span;

/** HTTP servers in which the backend receives notifications. */
public record Receiver(
    @Doc(value = "the name or IP under which the broker reaches this host", byDefault = "127.0.0.1")
        String host,
    @Doc(
            value = "port of the first HTTP server, the others have the next ones; 0 for any",
            byDefault = "0",
            least = 0,
            most = 65_535)
        Integer port,
    @Doc(
            value = "HTTP servers that the subscriptions are spread over",
            byDefault = "1",
            least = 1,
            most = 10_000)
        Integer endpoints,
    @Doc("how notifications are answered; by default at once and with 204") ReceiverAnswers answer,
    @Doc(
            value =
                "the longest wait at the end for notifications that still come; if they still do"
                    + " after that, it is not known which are lost",
            byDefault = "24s")
        Span catchUp) {

  /** One server on this host that answers at once. */
  static final Receiver BY_DEFAULT = new Receiver(null, null, null, null, null);

  /** Fills in what the profile leaves open. */
  public Receiver {
    host = host == null ? "127.0.0.1" : host;
    port = port == null ? 0 : port;
    endpoints = endpoints == null ? 1 : endpoints;
    answer = answer == null ? ReceiverAnswers.AT_ONCE : answer;
    catchUp = catchUp == null ? Span.parse("24s") : catchUp;
  }
}
