// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.context.Contexts;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.tenant.Tenant;
import io.fleetload.ngsi.embedded.tenant.Tenants;
import io.vertx.core.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** NGSI-LD: reads what all requests have in common, and hands them on by their path. */
public final class Ld {
  private static final Pattern LINK = Pattern.compile("<([^>]+)>[^,]*json-ld#context");

  private final Tenants tenants;
  private final Contexts contexts;
  private final EntityResource entities;
  private final BatchResource batches = new BatchResource();
  private final TypeResource types = new TypeResource();
  private final SubscriptionResource subscriptions;
  private final TemporalResource temporal;

  public Ld(
      Tenants tenants,
      Contexts contexts,
      EntityResource entities,
      SubscriptionResource subscriptions,
      TemporalResource temporal) {
    this.tenants = tenants;
    this.contexts = contexts;
    this.entities = entities;
    this.subscriptions = subscriptions;
    this.temporal = temporal;
  }

  /** Answers the call, at once unless its context must be fetched. */
  public void handle(Call call) {
    if (call.method().equals("GET") && call.header("Accept").isEmpty()) {
      throw Problem.NOT_ACCEPTABLE.because("an Accept header is needed");
    }
    JsonNode body = body(call);
    Tenant tenant = tenants.get(call.header("NGSILD-Tenant"));
    context(call, body)
        .onSuccess(context -> answer(new LdRequest(call, tenant, body, context, contexts)))
        .onFailure(e -> call.refuse(notAvailable(e)));
  }

  static Refusal notAvailable(Throwable e) {
    return Problem.CONTEXT.because("Failed to retrieve remote context because " + e.getMessage());
  }

  private static JsonNode body(Call call) {
    if (!call.hasBody()) {
      return MissingNode.getInstance();
    }
    return Json.read(call.body())
        .orElseThrow(() -> Problem.invalid("There is an error in the provided json document"));
  }

  private Future<Context> context(Call call, JsonNode body) {
    JsonNode inBody = body.path("@context");
    if (call.header("Content-Type").startsWith(LdRequest.LD_JSON)) {
      if (body.isObject() && inBody.isMissingNode()) {
        throw Problem.invalid("a body that is application/ld+json has an @context");
      }
      return contexts.of(inBody);
    }
    if (!inBody.isMissingNode()) {
      throw Problem.invalid("a body with an @context is application/ld+json");
    }
    Matcher link = LINK.matcher(call.header("Link"));
    return contexts.of(link.find() ? new TextNode(link.group(1)) : MissingNode.getInstance());
  }

  private void answer(LdRequest request) {
    try {
      switch (request.segment(0)) {
        case "entities" -> entities.handle(request);
        case "entityOperations" -> batches.handle(request);
        case "types" -> types.handle(request);
        case "subscriptions" -> subscriptions.handle(request);
        case "temporal" -> temporal.handle(request);
        default -> throw Problem.NOT_FOUND.because("no such resource");
      }
    } catch (Refusal refusal) {
      request.call().refuse(refusal);
    }
  }
}
