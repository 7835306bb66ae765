package io.fleetload.hono.embedded.registry;

import io.opentracing.SpanContext;
import io.vertx.core.Future;
import java.net.HttpURLConnection;
import javax.security.auth.x500.X500Principal;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.client.registry.TenantClient;
import org.eclipse.hono.util.TenantObject;
import org.eclipse.hono.util.TenantResult;

/** Asks {@link Tenants} without a network in between. */
final class InProcessTenantClient implements TenantClient {

  private final Tenants tenants;
  private final Answers<String> answers = new Answers<>("no such tenant");

  InProcessTenantClient(Tenants tenants) {
    this.tenants = tenants;
  }

  @Override
  public Future<TenantObject> get(String tenant, SpanContext context) {
    return answers
        .of(
            tenant,
            () ->
                tenants
                    .byIdOrAlias(tenant)
                    .map(json -> TenantResult.from(HttpURLConnection.HTTP_OK, json))
                    .otherwise(
                        t -> TenantResult.from(ServiceInvocationException.extractStatusCode(t))))
        .map(json -> json.mapTo(TenantObject.class));
  }

  /** Always fails: devices identify themselves by a pre-shared key here, none by a certificate. */
  @Override
  public Future<TenantObject> get(X500Principal subject, SpanContext context) {
    return Future.failedFuture(
        new ClientErrorException(HttpURLConnection.HTTP_NOT_FOUND, "no such tenant"));
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
