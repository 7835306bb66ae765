package io.fleetload.hono.embedded.registry;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.deviceregistry.service.tenant.TenantInformationService;
import org.eclipse.hono.deviceregistry.service.tenant.TenantKey;
import org.eclipse.hono.deviceregistry.util.DeviceRegistryUtils;
import org.eclipse.hono.service.management.OperationResult;
import org.eclipse.hono.service.management.Result;
import org.eclipse.hono.service.management.tenant.Tenant;
import org.eclipse.hono.service.management.tenant.TenantDto;

/**
 * The tenants' documents: for the adapter, and for the registry's other services, which refuse
 * everything of a tenant whose document they cannot read.
 */
final class Tenants implements TenantInformationService {

  private static final String ID = "tenant-id";

  private final Lookups lookups;

  Tenants(Lookups lookups) {
    this.lookups = lookups;
  }

  /** The tenant as the adapter gets it, found by its id or else by its alias. */
  Future<JsonObject> byIdOrAlias(String tenant) {
    return by(ID, tenant)
        .recover(
            t ->
                t instanceof ClientErrorException
                    ? by("tenant.alias", tenant)
                    : Future.failedFuture(t))
        .map(dto -> DeviceRegistryUtils.convertTenant(dto.getTenantId(), dto.getData(), true));
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
