package io.fleetload.hono.embedded.registry;

import io.opentracing.SpanContext;
import io.opentracing.noop.NoopSpan;
import io.vertx.core.Future;
import org.eclipse.hono.client.registry.DeviceRegistrationClient;
import org.eclipse.hono.util.RegistrationAssertion;

/** Asks {@link Registrations} without a network in between. */
final class InProcessRegistrationClient implements DeviceRegistrationClient {

  private record Key(String tenant, String device, String gateway) {}

  private final Registrations registrations;
  private final Answers<Key> answers = new Answers<>("device unknown or disabled");

  InProcessRegistrationClient(Registrations registrations) {
    this.registrations = registrations;
  }

  @Override
  public Future<RegistrationAssertion> assertRegistration(
      String tenant, String device, String gateway, SpanContext context) {
    return answers
        .of(
            new Key(tenant, device, gateway),
            () ->
                gateway == null
                    ? registrations.assertRegistration(tenant, device, NoopSpan.INSTANCE)
                    : registrations.assertRegistration(tenant, device, gateway, NoopSpan.INSTANCE))
        .map(json -> json.mapTo(RegistrationAssertion.class));
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
