// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.deviceregistry.service.credentials.AbstractCredentialsService;
import org.eclipse.hono.deviceregistry.service.credentials.CredentialKey;
import org.eclipse.hono.deviceregistry.service.tenant.TenantKey;
import org.eclipse.hono.deviceregistry.util.DeviceRegistryUtils;
import org.eclipse.hono.service.management.credentials.CredentialsDto;
import org.eclipse.hono.util.CredentialsResult;

/**
 * The credentials' documents, found by the identity of a handshake. Disabled credentials end here;
 * disabled secrets and those out of their time are left to the adapter, as in Hono.
 */
final class Credentials extends AbstractCredentialsService {

  private static final String DEVICE = "device-id";

  private final Lookups lookups;

  Credentials(Lookups lookups, Tenants tenants) {
    this.lookups = lookups;
    setTenantInformationService(tenants);
  }

  @Override
  protected Future<CredentialsResult<JsonObject>> processGet(
      TenantKey tenant, CredentialKey key, JsonObject clientContext, Span span) {
    Document filter =
        new Document("tenant-id", tenant.getTenantId())
            .append("credentials.auth-id", key.getAuthId())
            .append("credentials.type", key.getType());
    return lookups
        .find(RegistryIndexes.CREDENTIALS, filter, found -> read(key, found, clientContext))
        .otherwise(t -> CredentialsResult.from(ServiceInvocationException.extractStatusCode(t)));
  }

  private CredentialsResult<JsonObject> read(
      CredentialKey key, List<JsonObject> documents, JsonObject clientContext) {
    JsonObject match =
        documents.stream()
            .map(document -> onlyElement(document, key))
            .flatMap(Optional::stream)
            .findFirst()
            .orElseThrow(Credentials::notFound);
    CredentialsDto dto = match.mapTo(CredentialsDto.class);
    JsonObject credentials = JsonObject.mapFrom(dto.getCredentials().get(0));
    credentials.put(DEVICE, dto.getDeviceId());
    if (!credentials.getBoolean("enabled", true)
        || !DeviceRegistryUtils.matchesWithClientContext(credentials, clientContext)) {
      throw notFound();
    }
    return CredentialsResult.from(
        HttpURLConnection.HTTP_OK,
        credentials,
        getCacheDirective(key.getType(), Tenants.MAX_AGE_SECONDS));
  }

  /**
   * The document with the one element that has both the id and the type. The filter alone would
   * also match a document with the id in one element and the type in another, and what is malformed
   * in the others does not matter, for Hono's registry does not read them.
   */
  private static Optional<JsonObject> onlyElement(JsonObject document, CredentialKey key) {
    JsonArray elements = document.getJsonArray("credentials");
    for (int i = 0; i < elements.size(); i++) {
      JsonObject element = elements.getJsonObject(i);
      if (key.getAuthId().equals(element.getValue("auth-id"))
          && key.getType().equals(element.getValue("type"))) {
        return Optional.of(
            new JsonObject()
                .put(DEVICE, document.getValue(DEVICE))
                .put("credentials", new JsonArray().add(element)));
      }
    }
    return Optional.empty();
  }

  private static ClientErrorException notFound() {
    return new ClientErrorException(HttpURLConnection.HTTP_NOT_FOUND, "no such credentials");
  }
}
