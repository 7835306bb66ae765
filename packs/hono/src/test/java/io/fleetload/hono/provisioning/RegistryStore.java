// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServerErrorException;
import org.eclipse.hono.deviceregistry.service.credentials.AbstractCredentialsManagementService;
import org.eclipse.hono.deviceregistry.service.device.AbstractDeviceManagementService;
import org.eclipse.hono.deviceregistry.service.device.DeviceKey;
import org.eclipse.hono.deviceregistry.service.tenant.AbstractTenantManagementService;
import org.eclipse.hono.deviceregistry.service.tenant.DefaultTenantInformationService;
import org.eclipse.hono.service.auth.SpringBasedHonoPasswordEncoder;
import org.eclipse.hono.service.management.Filter;
import org.eclipse.hono.service.management.Id;
import org.eclipse.hono.service.management.OperationResult;
import org.eclipse.hono.service.management.Result;
import org.eclipse.hono.service.management.SearchResult;
import org.eclipse.hono.service.management.Sort;
import org.eclipse.hono.service.management.credentials.CommonCredential;
import org.eclipse.hono.service.management.credentials.CredentialsDto;
import org.eclipse.hono.service.management.device.Device;
import org.eclipse.hono.service.management.device.DeviceWithId;
import org.eclipse.hono.service.management.tenant.Tenant;

/** What Hono's registry keeps in its MongoDB, here in memory, below Hono's own services. */
final class RegistryStore {
  final Map<String, Tenant> tenants = new ConcurrentSkipListMap<>();

  /** By tenant, a slash and the device; as the credentials. */
  final Map<String, Device> devices = new ConcurrentSkipListMap<>();

  final Map<String, List<CommonCredential>> credentials = new ConcurrentSkipListMap<>();

  final AtomicInteger writes = new AtomicInteger();

  /** How many of the next requests find the database away. */
  final AtomicInteger busy = new AtomicInteger();

  /** How many of the next changes find that somebody else was faster. */
  final AtomicInteger overtaken = new AtomicInteger();

  /** The device of each tenant and auth-id. */
  final Map<String, String> owners = new ConcurrentHashMap<>();

  private final Set<String> hidden = ConcurrentHashMap.newKeySet();
  final AbstractTenantManagementService tenantService;
  final AbstractDeviceManagementService deviceService;
  final AbstractCredentialsManagementService credentialsService;

  RegistryStore(Vertx vertx) {
    tenantService = new Tenants(vertx);
    deviceService = new Devices(vertx);
    credentialsService = new Credentials(vertx);
    var known = new DefaultTenantInformationService(tenantService);
    deviceService.setTenantInformationService(known);
    credentialsService.setTenantInformationService(known);
  }

  /** Says once of a device that it is not there. */
  void hide(String device) {
    hidden.add(device);
  }

  private <T> Future<T> read(Supplier<T> doing) {
    if (busy.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return Future.failedFuture(new ServerErrorException(503, "try again"));
    }
    try {
      return Future.succeededFuture(doing.get());
    } catch (ClientErrorException e) {
      return Future.failedFuture(e);
    }
  }

  private <T> Future<T> write(Supplier<T> doing) {
    writes.incrementAndGet();
    return read(doing);
  }

  private static <T> T there(Map<String, T> kept, String key) {
    return Optional.ofNullable(kept.get(key))
        .orElseThrow(() -> new ClientErrorException(404, "not found"));
  }

  private static <T> void create(Map<String, T> kept, String key, T value) {
    if (kept.putIfAbsent(key, value) != null) {
      throw new ClientErrorException(409, "resource already exists");
    }
  }

  private <T> void update(Map<String, T> kept, String key, T value, Optional<String> version) {
    boolean late = overtaken.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    if (version.isPresent() && (late || !version.get().equals(version(there(kept, key))))) {
      throw new ClientErrorException(412, "resource version mismatch");
    }
    there(kept, key);
    kept.put(key, value);
  }

  /** A change of what it says is a change of this. */
  private static String version(Object value) {
    return Integer.toHexString(Json.encode(value).hashCode());
  }

  /** Of an array, as a list hides its type from Jackson. */
  private static String json(List<CommonCredential> values) {
    return Json.encode(values.toArray(CommonCredential[]::new));
  }

  private static <T> OperationResult<T> found(T value, Object whole) {
    return OperationResult.ok(200, value, Optional.empty(), Optional.of(version(whole)));
  }

  private static OperationResult<Id> done(int status, String id, Object value) {
    return OperationResult.ok(status, Id.of(id), Optional.empty(), Optional.of(version(value)));
  }

  private static String name(DeviceKey key) {
    return key.getTenantId() + "/" + key.getDeviceId();
  }

  private static String authId(String tenant, CommonCredential credential) {
    return tenant + "/" + credential.getAuthId();
  }

  private final class Tenants extends AbstractTenantManagementService {
    Tenants(Vertx vertx) {
      super(vertx);
    }

    @Override
    protected Future<OperationResult<Id>> processCreateTenant(String id, Tenant tenant, Span span) {
      return write(
          () -> {
            create(tenants, id, tenant);
            return done(201, id, tenant);
          });
    }

    @Override
    protected Future<OperationResult<Tenant>> processReadTenant(String id, Span span) {
      return read(() -> found(there(tenants, id), there(tenants, id)));
    }

    @Override
    protected Future<OperationResult<Void>> processUpdateTenant(
        String id, Tenant tenant, Optional<String> version, Span span) {
      return write(
          () -> {
            update(tenants, id, tenant, version);
            return OperationResult.empty(204);
          });
    }

    @Override
    protected Future<Result<Void>> processDeleteTenant(
        String id, Optional<String> version, Span span) {
      return write(
          () -> {
            there(tenants, id);
            tenants.remove(id);
            return Result.from(204);
          });
    }
  }

  private final class Devices extends AbstractDeviceManagementService {
    Devices(Vertx vertx) {
      super(vertx);
    }

    @Override
    protected Future<OperationResult<Id>> processCreateDevice(
        DeviceKey key, Device device, Span span) {
      return write(
          () -> {
            create(devices, name(key), device);
            credentials.put(name(key), List.of());
            return done(201, key.getDeviceId(), device);
          });
    }

    @Override
    protected Future<OperationResult<Device>> processReadDevice(DeviceKey key, Span span) {
      return read(
          () -> {
            if (hidden.remove(name(key))) {
              throw new ClientErrorException(404, "not found");
            }
            return found(there(devices, name(key)), there(devices, name(key)));
          });
    }

    @Override
    protected Future<OperationResult<Id>> processUpdateDevice(
        DeviceKey key, Device device, Optional<String> version, Span span) {
      return write(
          () -> {
            update(devices, name(key), device, version);
            return done(204, key.getDeviceId(), device);
          });
    }

    @Override
    protected Future<Result<Void>> processDeleteDevice(
        DeviceKey key, Optional<String> version, Span span) {
      return write(
          () -> {
            there(devices, name(key));
            devices.remove(name(key));
            for (CommonCredential each : credentials.remove(name(key))) {
              owners.remove(authId(key.getTenantId(), each));
            }
            return Result.from(204);
          });
    }

    @Override
    protected Future<OperationResult<SearchResult<DeviceWithId>>> processSearchDevices(
        String tenant,
        int pageSize,
        int pageOffset,
        List<Filter> filters,
        List<Sort> sorting,
        Optional<Boolean> gateway,
        Span span) {
      return read(
          () -> {
            int all =
                (int)
                    devices.keySet().stream().filter(each -> each.startsWith(tenant + "/")).count();
            if (all == 0) {
              throw new ClientErrorException(404, "no devices");
            }
            return OperationResult.ok(
                200, new SearchResult<>(all, List.of()), Optional.empty(), Optional.empty());
          });
    }
  }

  private final class Credentials extends AbstractCredentialsManagementService {
    Credentials(Vertx vertx) {
      super(vertx, new SpringBasedHonoPasswordEncoder(), 10, Set.of());
    }

    @Override
    protected Future<OperationResult<List<CommonCredential>>> processReadCredentials(
        DeviceKey key, Span span) {
      return read(
          () -> {
            List<CommonCredential> there = there(credentials, name(key));
            // Hono takes the keys out of what it gives away.
            CommonCredential[] copy = Json.decodeValue(json(there), CommonCredential[].class);
            return found(Arrays.asList(copy), there);
          });
    }

    @Override
    protected Future<OperationResult<Void>> processUpdateCredentials(
        DeviceKey key, List<CommonCredential> wanted, Optional<String> version, Span span) {
      return write(
          () -> {
            requireOwnAuthIds(key, wanted);
            CredentialsDto merged =
                CredentialsDto.forUpdate(key.getTenantId(), key.getDeviceId(), wanted, "1");
            if (merged.requiresMerging()) {
              merged.merge(there(credentials, name(key)));
            }
            merged.createMissingSecretIds();
            update(credentials, name(key), merged.getCredentials(), version);
            return OperationResult.empty(204);
          });
    }

    private void requireOwnAuthIds(DeviceKey key, List<CommonCredential> wanted) {
      for (CommonCredential each : wanted) {
        String owner = owners.putIfAbsent(authId(key.getTenantId(), each), name(key));
        if (owner != null && !owner.equals(name(key))) {
          throw new ClientErrorException(409, "credentials already exist");
        }
      }
    }
  }
}
