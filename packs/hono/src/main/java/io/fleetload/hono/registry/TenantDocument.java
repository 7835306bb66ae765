// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.profile.RegistryEntries.Limits;
import io.fleetload.hono.profile.RegistryEntries.TenantSettings;
import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.Mark;
import io.fleetload.hono.registry.document.TrustedAuthority;
import io.fleetload.profile.limit.ExpectedLimits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * Contents of a tenant's entry. Keys that are not written here, such as an alias, stay.
 *
 * @param trusted who issues the certificates of its devices, where they have some
 * @param expected limits that the run expects of it; null for none
 */
public record TenantDocument(
    TenantSettings settings, Optional<TrustedAuthority> trusted, ExpectedLimits expected) {
  private static final String ENABLED = "enabled";
  private static final String ADAPTERS = "adapters";
  private static final String LIMITS = "resource-limits";
  private static final String CONNECTIONS = "max-connections";
  private static final String VOLUME = "data-volume";
  private static final String MAX_BYTES = "max-bytes";
  private static final String SINCE = "effective-since";
  private static final String PERIOD = "period";
  private static final String MODE = "mode";
  private static final String DAYS = "days";
  private static final int PERIOD_DAYS = 30;
  private static final String MESSAGING = "messaging-type";
  private static final String KAFKA = "kafka";

  /** Writes the wanted content. */
  public void write(Document document) {
    Document tenant = Mark.copy(document.get(TenantEntry.TENANT));
    tenant.put(ENABLED, true);
    tenant.put("ext", Mark.ext(tenant, settings.ext()).append(MESSAGING, KAFKA));
    tenant.put(ADAPTERS, settings.adapters().stream().map(TenantDocument::adapter).toList());
    Document limits = limits(tenant, document.getString(Envelope.CREATED));
    if (!limits.isEmpty()) {
      tenant.put(LIMITS, limits);
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
    Optional<String> other = otherLimits(Mark.copy(tenant.get(LIMITS)));
    if (other.isPresent()) {
      return other;
    }
    return trusted
        .filter(authority -> !authority.isTrustedBy(tenant))
        .map(
            authority ->
                "does not trust the authority %s of devices.x509.directory (trusted-ca)"
                    .formatted(authority.subject()));
  }

  private Optional<String> otherLimits(Document limits) {
    if (expected != null
        && expected.connections() != null
        && !isAs(limits.get(CONNECTIONS), expected.connections())) {
      return Optional.of("has another max-connections than expect.connections");
    }
    if (expected != null
        && expected.bytes() != null
        && !isAs(Mark.copy(limits.get(VOLUME)).get(MAX_BYTES), expected.bytes().bytes())) {
      return Optional.of("has another data-volume than expect.bytes");
    }
    return Optional.empty();
  }

  private static boolean isAs(Object found, int wanted) {
    return found instanceof Number number && number.longValue() == wanted;
  }

  private static Document adapter(String type) {
    return new Document("type", type)
        .append(ENABLED, true)
        .append("device-authentication-required", true);
  }

  /** Hono counts a month's volume and minutes since a time; here since the tenant was made. */
  private Document limits(Document tenant, String since) {
    Document document = new Document();
    if (settings.limits() != null) {
      put(document, settings.limits(), since);
    }
    if (expected != null) {
      put(document, CONNECTIONS, expected.connections());
      if (expected.bytes() != null) {
        document.put(VOLUME, expectedVolume(Mark.copy(tenant.get(LIMITS)), since));
      }
    }
    return document;
  }

  /**
   * Hono lets all pass in the first minute after the begin, and in the first calendar month it
   * shortens the limit; so the time begins a minute earlier, and in periods of days. What is
   * written goes on.
   */
  private Document expectedVolume(Document found, String since) {
    Document before = Mark.copy(found.get(VOLUME));
    boolean inDays = DAYS.equals(Mark.copy(before.get(PERIOD)).get(MODE));
    return new Document(MAX_BYTES, (long) expected.bytes().bytes())
        .append(
            SINCE, inDays ? before.get(SINCE) : Instant.parse(since).minusSeconds(60).toString())
        .append(PERIOD, new Document(MODE, DAYS).append("no-of-days", PERIOD_DAYS));
  }

  private static void put(Document document, Limits limits, String since) {
    put(document, CONNECTIONS, limits.maxConnections());
    put(document, "max-ttl", limits.maxTtl());
    if (limits.monthlyBytes() != null) {
      document.put(VOLUME, monthly(MAX_BYTES, limits.monthlyBytes(), since));
    }
    if (limits.monthlyMinutes() != null) {
      document.put("connection-duration", monthly("max-minutes", limits.monthlyMinutes(), since));
    }
  }

  private static Document monthly(String field, long most, String since) {
    return new Document(field, most)
        .append(SINCE, since)
        .append(PERIOD, new Document(MODE, "monthly"));
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
