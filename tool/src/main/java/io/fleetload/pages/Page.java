// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pages;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;

/**
 * Answer to a request.
 *
 * @param status the HTTP status code
 * @param type the text's type, with its character set
 */
public record Page(int status, String type, String text) {
  /** A status without a text. */
  public static Page of(int status) {
    return new Page(status, "text/plain; charset=utf-8", "");
  }

  /**
   * Answers a request. Browsers neither keep the page nor show it in a page of another site.
   *
   * @return done when all was written
   */
  public Future<Void> to(HttpServerRequest request) {
    return request
        .response()
        .setStatusCode(status)
        .putHeader("Connection", "close")
        .putHeader("Content-Type", type)
        .putHeader("Cache-Control", "no-store")
        .putHeader("Content-Security-Policy", "frame-ancestors 'none'")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin")
        .putHeader("X-Content-Type-Options", "nosniff")
        .end(text)
        .eventually(() -> request.connection().close());
  }
}
