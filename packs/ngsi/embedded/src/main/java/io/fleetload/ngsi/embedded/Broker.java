// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.fleetload.ngsi.embedded.ld.Ld;
import io.fleetload.ngsi.embedded.v2.V2;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** Both NGSI versions at one port: counts and refuses requests, and hands them on. */
final class Broker implements Handler<HttpServerRequest> {
  private final Handler<HttpServerRequest> context;
  private final Ld ld;
  private final V2 v2;
  private final Share refused;
  private final Traffic traffic;

  Broker(Handler<HttpServerRequest> context, Ld ld, V2 v2, Share refused, Traffic traffic) {
    this.context = context;
    this.ld = ld;
    this.v2 = v2;
    this.refused = refused;
    this.traffic = traffic;
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (request.path().equals(ContextPage.PATH)) {
      context.handle(request);
      return;
    }
    traffic.requests.increment();
    if (refused.picksNext()) {
      traffic.refused.increment();
      request.response().setStatusCode(503).end();
      return;
    }
    request.body().onSuccess(body -> answer(new Call(request, body.getBytes())));
  }

  private void answer(Call call) {
    try {
      switch (call.segment(0)) {
        case "ngsi-ld" -> ld.handle(call);
        case "v2" -> v2.handle(call);
        case "version" -> version(call);
        default -> call.answer(404);
      }
    } catch (Refusal refusal) {
      call.refuse(refusal);
    }
  }

  private static void version(Call call) {
    ObjectNode body = Json.object();
    body.putObject("ngsi-embedded").put("version", "0.1.0").put("stand-in", true);
    call.answer(200, Call.JSON, Buffer.buffer(Json.bytes(body)));
  }
}
