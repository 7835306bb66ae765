// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bson.Document;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.deviceregistry.service.tenant.TenantInformationService;
import org.eclipse.hono.deviceregistry.service.tenant.TenantKey;
import org.eclipse.hono.deviceregistry.util.DeviceRegistryUtils;
import org.eclipse.hono.service.management.OperationResult;
import org.eclipse.hono.service.management.Result;
import org.eclipse.hono.service.management.tenant.Tenant;
import org.eclipse.hono.service.management.tenant.TenantDto;
import org.eclipse.hono.service.tenant.TenantService;
import org.eclipse.hono.util.TenantResult;

/**
 * The tenants' documents, for the adapter, the router and the registry's other services. These
 * services refuse everything of a tenant if they cannot read its document.
 */
final class Tenants implements TenantService, TenantInformationService {

  private static final String ID = "tenant-id";

  /** Time that clients may keep an answer, in s: the default of Hono's registry in MongoDB. */
  static final long MAX_AGE_SECONDS = 180;

  private final Lookups lookups;

  Tenants(Lookups lookups) {
    this.lookups = lookups;
  }

  @Override
  public Future<TenantResult<JsonObject>> get(String idOrAlias) {
    return told(
        by(ID, idOrAlias)
            .recover(
                t ->
                    t instanceof ClientErrorException
                        ? by("tenant.alias", idOrAlias)
                        : Future.failedFuture(t)));
  }

  /** The one tenant that trusts the issuer of a device's certificate; Hono takes none of two. */
  @Override
  public Future<TenantResult<JsonObject>> get(X500Principal issuer) {
    Document filter =
        new Document("tenant.trusted-ca.subject-dn", issuer.getName(X500Principal.RFC2253));
    return told(
        lookups.find(
            RegistryIndexes.TENANTS, filter, found -> read(found.size() == 1 ? found : List.of())));
  }

  private static Future<TenantResult<JsonObject>> told(Future<TenantDto> tenant) {
    return tenant
        .map(
            dto ->
                TenantResult.from(
                    HttpURLConnection.HTTP_OK,
                    DeviceRegistryUtils.convertTenant(dto.getTenantId(), dto.getData(), true),
                    DeviceRegistryUtils.getCacheDirective(MAX_AGE_SECONDS)))
        .otherwise(t -> TenantResult.from(ServiceInvocationException.extractStatusCode(t)));
  }

  private Future<TenantDto> by(String field, String value) {
    return lookups.find(RegistryIndexes.TENANTS, new Document(field, value), this::read);
  }

  private TenantDto read(List<JsonObject> documents) {
    if (documents.isEmpty()) {
      throw new ClientErrorException(HttpURLConnection.HTTP_NOT_FOUND, "no such tenant");
    }
    JsonObject document = documents.get(0);
    return TenantDto.forRead(
        document.getString(ID),
        document.getJsonObject(TenantDto.FIELD_TENANT).mapTo(Tenant.class),
        document.getInstant(TenantDto.FIELD_CREATED),
        document.getInstant(TenantDto.FIELD_UPDATED_ON),
        document.getString(TenantDto.FIELD_VERSION));
  }

  @Override
  public Future<Result<TenantKey>> tenantExists(String tenant, Span span) {
    return by(ID, tenant)
        .map(
            dto ->
                OperationResult.ok(
                    HttpURLConnection.HTTP_OK,
                    TenantKey.from(tenant),
                    Optional.empty(),
                    Optional.empty()));
  }

  @Override
  public Future<Tenant> getTenant(String tenant, Span span) {
    return by(ID, tenant).map(TenantDto::getData);
  }
}
