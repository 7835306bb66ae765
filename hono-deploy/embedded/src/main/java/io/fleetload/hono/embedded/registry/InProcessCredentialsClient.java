package io.fleetload.hono.embedded.registry;

import io.opentracing.SpanContext;
import io.opentracing.noop.NoopSpan;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import org.eclipse.hono.client.registry.CredentialsClient;
import org.eclipse.hono.util.CredentialsObject;

/**
 * Asks {@link Credentials} without a network in between. Nothing of a pre-shared key is remembered:
 * its answers forbid that, so that each handshake costs a lookup, as in Hono.
 */
final class InProcessCredentialsClient implements CredentialsClient {

  private record Key(String tenant, String type, String authId) {}

  private final Credentials credentials;
  private final Answers<Key> answers = new Answers<>("no such credentials");

  InProcessCredentialsClient(Credentials credentials) {
    this.credentials = credentials;
  }

  @Override
  public Future<CredentialsObject> get(
      String tenant, String type, String authId, SpanContext context) {
    return get(tenant, type, authId, new JsonObject(), context);
  }

  @Override
  public Future<CredentialsObject> get(
      String tenant, String type, String authId, JsonObject clientContext, SpanContext context) {
    return answers
        .of(
            new Key(tenant, type, authId),
            () -> credentials.get(tenant, type, authId, clientContext, NoopSpan.INSTANCE))
        .map(json -> json.mapTo(CredentialsObject.class));
  }

  @Override
  public Future<Void> start() {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> stop() {
    return Future.succeededFuture();
  }
}
