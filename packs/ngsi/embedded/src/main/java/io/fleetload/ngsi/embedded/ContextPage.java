// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The pack's own context, so that no campaign needs the internet. */
final class ContextPage implements Handler<HttpServerRequest> {
  static final String PATH = "/context.jsonld";

  private final Buffer context = Buffer.buffer(read());

  private static byte[] read() {
    try (InputStream in = ContextPage.class.getResourceAsStream("context.jsonld")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the jar can be read", e);
    }
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (request.path().equals(PATH)) {
      request.response().putHeader("Content-Type", "application/ld+json").end(context);
    } else {
      request.response().setStatusCode(404).end();
    }
  }
}
