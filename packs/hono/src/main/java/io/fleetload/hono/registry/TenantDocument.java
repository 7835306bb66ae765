// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.profile.RegistryEntries.Limits;
import io.fleetload.hono.profile.RegistryEntries.TenantSettings;
import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.Mark;
import io.fleetload.hono.registry.document.TrustedAuthority;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * Contents of a tenant's entry. Keys that are not written here, such as an alias, stay.
 *
 * @param trusted who issues the certificates of its devices, where they have some
 */
public record TenantDocument(TenantSettings settings, Optional<TrustedAuthority> trusted) {
  private static final String ENABLED = "enabled";
  private static final String ADAPTERS = "adapters";
  private static final String LIMITS = "resource-limits";
  private static final String MESSAGING = "messaging-type";
  private static final String KAFKA = "kafka";

  /** Writes the wanted content. */
  public void write(Document document) {
    Document tenant = Mark.copy(document.get(TenantEntry.TENANT));
    tenant.put(ENABLED, true);
    tenant.put("ext", Mark.ext(tenant, settings.ext()).append(MESSAGING, KAFKA));
    tenant.put(ADAPTERS, settings.adapters().stream().map(TenantDocument::adapter).toList());
    if (settings.limits() != null) {
      tenant.put(LIMITS, limits(settings.limits(), document.getString(Envelope.CREATED)));
    }
    trusted.ifPresent(authority -> authority.write(tenant));
    document.put(TenantEntry.TENANT, tenant);
  }

  /** Obstacle that keeps a tenant's devices from sending to Kafka. */
  public Optional<String> obstacle(Document tenant) {
    if (!Boolean.TRUE.equals(tenant.getOrDefault(ENABLED, true))) {
      return Optional.of("is disabled");
    }
    List<?> adapters = CredentialsDocument.list(tenant.get(ADAPTERS));
    for (String needed : settings.adapters()) {
      if (!adapters.isEmpty() && adapters.stream().noneMatch(each -> allows(needed, each))) {
        return Optional.of("does not enable the adapter " + needed);
      }
    }
    Object messaging = Mark.copy(tenant.get("ext")).getOrDefault(MESSAGING, KAFKA);
    if (!KAFKA.equals(messaging)) {
      return Optional.of("has ext." + MESSAGING + " " + messaging + ", not " + KAFKA);
    }
    return trusted
        .filter(authority -> !authority.isTrustedBy(tenant))
        .map(
            authority ->
                "does not trust the authority %s of devices.x509.directory (trusted-ca)"
                    .formatted(authority.subject()));
  }

  private static Document adapter(String type) {
    return new Document("type", type)
        .append(ENABLED, true)
        .append("device-authentication-required", true);
  }

  /** Hono counts a month's volume and minutes since a time; here since the tenant was made. */
  private static Document limits(Limits limits, String since) {
    Document document = new Document();
    put(document, "max-connections", limits.maxConnections());
    put(document, "max-ttl", limits.maxTtl());
    if (limits.monthlyBytes() != null) {
      document.put("data-volume", monthly("max-bytes", limits.monthlyBytes(), since));
    }
    if (limits.monthlyMinutes() != null) {
      document.put("connection-duration", monthly("max-minutes", limits.monthlyMinutes(), since));
    }
    return document;
  }

  private static Document monthly(String field, long most, String since) {
    return new Document(field, most)
        .append("effective-since", since)
        .append("period", new Document("mode", "monthly"));
  }

  private static void put(Document document, String field, Object value) {
    if (value != null) {
      document.put(field, value);
    }
  }

  /** Hono takes an adapter that is listed without {@code enabled} as disabled. */
  private static boolean allows(String type, Object adapter) {
    return adapter instanceof Document document
        && type.equals(document.get("type"))
        && Boolean.TRUE.equals(document.get(ENABLED));
  }
}
