// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.deviceregistry.service.device.AbstractRegistrationService;
import org.eclipse.hono.deviceregistry.service.device.DeviceKey;
import org.eclipse.hono.service.management.device.DeviceDto;
import org.eclipse.hono.util.RegistrationConstants;
import org.eclipse.hono.util.RegistrationResult;

/** The devices' documents. Whether one may send, and through which gateway, its superclass says. */
final class Registrations extends AbstractRegistrationService {

  private static final String TENANT = "tenant-id";
  private static final String DEVICE = "device-id";

  private final Lookups lookups;

  Registrations(Lookups lookups, Tenants tenants) {
    this.lookups = lookups;
    setTenantInformationService(tenants);
  }

  @Override
  protected Future<RegistrationResult> getRegistrationInformation(DeviceKey key, Span span) {
    Document filter = new Document(TENANT, key.getTenantId()).append(DEVICE, key.getDeviceId());
    return lookups
        .find(RegistryIndexes.DEVICES, filter, documents -> read(key, documents))
        .otherwise(t -> RegistrationResult.from(ServiceInvocationException.extractStatusCode(t)));
  }

  private static RegistrationResult read(DeviceKey key, List<JsonObject> documents) {
    if (documents.isEmpty()) {
      return RegistrationResult.from(HttpURLConnection.HTTP_NOT_FOUND);
    }
    DeviceDto device = documents.get(0).mapTo(DeviceDto.class);
    return RegistrationResult.from(
        HttpURLConnection.HTTP_OK,
        new JsonObject()
            .put(RegistrationConstants.FIELD_PAYLOAD_DEVICE_ID, key.getDeviceId())
            .put(RegistrationConstants.FIELD_DATA, JsonObject.mapFrom(device.getData())));
  }

  @Override
  protected Future<Set<String>> processResolveGroupMembers(
      String tenant, Set<String> groups, Span span) {
    Document filter =
        new Document(TENANT, tenant)
            .append("device.memberOf", new Document("$in", List.copyOf(groups)));
    return lookups.find(
        RegistryIndexes.DEVICES,
        filter,
        documents -> documents.stream().map(d -> d.getString(DEVICE)).collect(Collectors.toSet()));
  }
}
