// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import io.fleetload.hono.embedded.wire.Service;
import io.fleetload.hono.embedded.wire.Wire;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.function.Supplier;
import org.bson.Document;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.client.amqp.connection.SendMessageSampler;
import org.eclipse.hono.client.registry.CredentialsClient;
import org.eclipse.hono.client.registry.DeviceRegistrationClient;
import org.eclipse.hono.client.registry.TenantClient;
import org.eclipse.hono.util.Lifecycle;

/**
 * Asks a registry what a device's first message makes the adapter ask, until it answers in time. A
 * virtual machine that has just started loads the classes of these first answers for longer than
 * Hono's request timeout, so that without a rehearsal the first devices could not shake hands.
 */
final class Rehearsal {

  private static final String TENANT = "rehearsal";
  private static final String DEVICE = "device";
  private static final String CREATED = "2026-01-01T00:00:00Z";

  /**
   * Most attempts at an answer in time. After them the stack starts all the same, even if the
   * request timeout is too short for any answer.
   */
  private static final int MOST_TRIES = 20;

  private final Vertx vertx;
  private final Wire wire;

  Rehearsal(Vertx vertx, Wire wire) {
    this.vertx = vertx;
    this.wire = wire;
  }

  /** The documents of one device, as Hono's registry writes them, whatever is looked for. */
  static List<Document> oneDevice(String collection) {
    Document document =
        new Document("tenant-id", TENANT).append("version", "1").append("created", CREATED);
    return List.of(
        switch (collection) {
          case RegistryIndexes.TENANTS -> document.append("tenant", new Document());
          case RegistryIndexes.DEVICES ->
              document.append("device-id", DEVICE).append("device", new Document());
          default ->
              document
                  .append("device-id", DEVICE)
                  .append(
                      "credentials",
                      List.of(
                          new Document("type", "psk")
                              .append("auth-id", DEVICE)
                              .append(
                                  "secrets",
                                  List.of(new Document("id", "1").append("key", "a2V5")))));
        });
  }

  /** Asks the registry that listens at that port. */
  Future<Void> with(int port) {
    // These requests must not be among the figures of a run.
    Wire.Clients clients =
        wire.clients(Service.COAP_ADAPTER, vertx, SendMessageSampler.Factory.noop());
    TenantClient tenants = clients.tenants(port);
    CredentialsClient credentials = clients.credentials(port);
    DeviceRegistrationClient registrations = clients.registrations(port);
    List<Lifecycle> all = List.of(tenants, credentials, registrations);
    return Future.all(all.stream().map(Lifecycle::start).toList())
        .compose(up -> inTime(() -> tenants.get(TENANT, null), 1))
        .compose(answered -> inTime(() -> credentials.get(TENANT, "psk", DEVICE, null), 1))
        .compose(
            answered ->
                inTime(() -> registrations.assertRegistration(TENANT, DEVICE, null, null), 1))
        .eventually(() -> Future.join(all.stream().map(Lifecycle::stop).toList()));
  }

  /**
   * Asks until the answer comes in time. That the registry knows no such tenant is an answer, too.
   */
  private static Future<Void> inTime(Supplier<Future<?>> question, int tries) {
    return question
        .get()
        .<Void>mapEmpty()
        .recover(
            t ->
                tries < MOST_TRIES
                        && ServiceInvocationException.extractStatusCode(t)
                            == HttpURLConnection.HTTP_UNAVAILABLE
                    ? inTime(question, tries + 1)
                    : Future.succeededFuture());
  }
}
