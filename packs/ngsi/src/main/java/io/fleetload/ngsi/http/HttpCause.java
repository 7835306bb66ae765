// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Cause;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;

/** Causes for which requests and connections fail, in the words of the books. */
final class HttpCause {
  /** Nothing was found where something was to be found. */
  static final Cause EMPTY = new Cause.Protocol("answer.empty");

  static final Cause FEWER = new Cause.Protocol("answer.fewer");
  static final Cause MORE = new Cause.Protocol("answer.more");

  /** The same entity comes twice. */
  static final Cause REPEATED = new Cause.Protocol("answer.repeated");

  /** An entity with another id than one that was asked for. */
  static final Cause OTHER_ENTITY = new Cause.Protocol("answer.otherEntity");

  /** The same of its type. */
  static final Cause OTHER_TYPE = new Cause.Protocol("answer.otherType");

  static final Cause UNREADABLE = new Cause.Protocol("answer.unreadable");
  static final Cause TOO_LARGE = new Cause.Protocol("answer.tooLarge");
  static final Cause NOT_HTTP = new Cause.Protocol("answer.notHttp");

  /** The other side of a new connection speaks something else than HTTP/2. */
  static final Cause NOT_HTTP_2 = new Cause.Protocol("notHttp2");

  private HttpCause() {}

  /** A status that is not as expected; all that are not from 100 to 599 are one cause. */
  static Cause ofStatus(int status) {
    return new Cause.Protocol(
        "http." + (status >= 100 && status < 600 ? Integer.toString(status) : "other"));
  }

  /** Status 207, with how many parts of the request went wrong: 1, 2to9, 10to99 and so on. */
  static Cause ofParts(int errors) {
    String number = Integer.toString(errors);
    String least = "1" + "0".repeat(number.length() - 1);
    return new Cause.Protocol(
        "http.207.errors."
            + (errors < 2
                ? number
                : "%sto%s".formatted(errors < 10 ? "2" : least, "9".repeat(number.length()))));
  }

  /** An answer without a header that later steps need. */
  static Cause withoutHeader(String name) {
    return new Cause.Protocol("answer.noHeader." + name);
  }

  /**
   * Cause for which a connection was not opened.
   *
   * @param http2 whether it was to be one of HTTP/2
   */
  static Cause ofConnecting(Throwable failure, boolean http2) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ConnectTimeoutException) {
        return Cause.Transport.TIMEOUT;
      }
      if (each instanceof SSLException) {
        return Cause.Transport.HANDSHAKE;
      }
      if (each instanceof SocketException) {
        return Cause.Transport.UNREACHABLE;
      }
    }
    return http2 ? NOT_HTTP_2 : Cause.Transport.HANDSHAKE;
  }

  /** Cause for which a request has no whole answer. */
  static Cause ofRequest(Throwable failure) {
    if (failure instanceof StreamResetException) {
      return Cause.Transport.RESET;
    }
    boolean disconnected =
        failure instanceof HttpClosedException
            || failure instanceof ClosedChannelException
            || failure instanceof IOException;
    return disconnected ? Cause.Transport.DISCONNECTED : NOT_HTTP;
  }
}
