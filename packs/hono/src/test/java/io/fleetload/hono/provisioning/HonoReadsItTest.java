// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.hono.name.DeviceKeys;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.eclipse.hono.service.auth.SpringBasedHonoPasswordEncoder;
import org.eclipse.hono.service.management.credentials.CommonCredential;
import org.eclipse.hono.service.management.credentials.CredentialsDto;
import org.eclipse.hono.service.management.credentials.PasswordCredential;
import org.eclipse.hono.service.management.credentials.PskCredential;
import org.eclipse.hono.service.management.credentials.PskSecret;
import org.eclipse.hono.service.management.device.Device;
import org.eclipse.hono.service.management.device.DeviceDto;
import org.eclipse.hono.service.management.tenant.Tenant;
import org.eclipse.hono.service.management.tenant.TenantDto;
import org.eclipse.hono.util.Adapter;
import org.eclipse.hono.util.DataVolume;
import org.eclipse.hono.util.ResourceLimits;
import org.eclipse.hono.util.ResourceLimitsPeriod;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hono's own classes read the documents as its registry does; what they read is what was meant. */
class HonoReadsItTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant CREATED = Instant.parse("2026-11-20T17:57:15Z");

  private final InProcessRegistry registry = new InProcessRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  private OneRun applied(String... overrides) {
    OneRun run = new OneRun(registry.uri());
    for (String each : overrides) {
      run.with(each);
    }
    assertThat(run.apply()).as(run.said::toString).isZero();
    return run;
  }

  /** Without its _id, as Hono's MongoDB registry takes it. */
  private static <T> T read(Document document, Class<T> type) throws Exception {
    Document copy = new Document(document);
    assertThat(copy.remove("_id")).isInstanceOf(String.class);
    return JSON.readValue(copy.toJson(), type);
  }

  private List<CommonCredential> credentials(String device) throws Exception {
    CredentialsDto dto = read(registry.one("credentials", device), CredentialsDto.class);
    assertThat(dto.getTenantId()).isEqualTo("tload_tests");
    assertThat(dto.getDeviceId()).isEqualTo(device);
    assertThat(dto.getCreationTime()).isEqualTo(CREATED);
    assertThat(dto.getVersion()).isNotBlank();
    return dto.getData();
  }

  @Test
  void aTenantWithAdaptersExtAndLimits() throws Exception {
    applied(
        "registry.tenant={adapters: [hono-coap, hono-mqtt], ext: {plan: gold}, limits:"
            + " {maxConnections: 5000, maxTtl: 3600, monthlyBytes: 10000000000,"
            + " monthlyMinutes: 77}}");

    TenantDto dto = read(registry.all("tenants").get(0), TenantDto.class);
    Tenant tenant = dto.getData();
    assertThat(dto.getTenantId()).isEqualTo("tload_tests");
    assertThat(dto.getCreationTime()).isEqualTo(CREATED);
    assertThat(tenant.isEnabled()).isTrue();
    assertThat(tenant.getExtensions())
        .isEqualTo(
            Map.of("messaging-type", "kafka", "plan", "gold", "provisioned-by", "fleetload"));
    assertThat(tenant.getAdapters())
        .extracting(Adapter::getType)
        .containsExactly("hono-coap", "hono-mqtt");
    assertThat(tenant.getAdapters())
        .allMatch(Adapter::isEnabled)
        .allMatch(Adapter::isDeviceAuthenticationRequired);
    ResourceLimits limits = tenant.getResourceLimits();
    assertThat(limits.getMaxConnections()).isEqualTo(5000);
    assertThat(limits.getMaxTtl()).isEqualTo(3600);
    assertThat(limits.getDataVolume().getMaxBytes()).isEqualTo(10_000_000_000L);
    assertThat(limits.getDataVolume().getEffectiveSince()).isEqualTo(CREATED);
    assertThat(limits.getConnectionDuration().getMaxMinutes()).isEqualTo(77);
    assertThat(limits.getConnectionDuration().getPeriod().getMode())
        .isEqualTo(ResourceLimitsPeriod.PeriodMode.monthly);
  }

  @Test
  void aTenantWithTheVolumeThatTheRunExpects() throws Exception {
    String[] overrides = {"flows={telemetry: {rate: 3/s}}", "expect={bytes: 200KiB}"};
    applied(overrides);

    Document tenant = registry.all("tenants").get(0);
    DataVolume volume = limits(tenant).getDataVolume();
    assertThat(volume.getMaxBytes()).isEqualTo(204_800);
    assertThat(volume.getPeriod().getMode())
        .as("Hono shortens a month's limit in its first month")
        .isEqualTo(ResourceLimitsPeriod.PeriodMode.days);
    assertThat(volume.getElapsedAccountingPeriodDuration(CREATED).toMinutes())
        .as("in a period's first minute Hono refuses nothing")
        .isEqualTo(1);
    applied(overrides);
    assertThat(registry.all("tenants")).containsExactly(tenant);
  }

  @Test
  void aTenantWithTheConnectionsThatTheRunExpects() throws Exception {
    applied("devices.protocol=mqtt", "expect={connections: 9}");

    assertThat(limits(registry.all("tenants").get(0)).getMaxConnections()).isEqualTo(9);
  }

  private static ResourceLimits limits(Document tenant) throws Exception {
    return read(tenant, TenantDto.class).getData().getResourceLimits();
  }

  @Test
  void whatAnOperatorAddedStaysAndIsStillRead() throws Exception {
    applied();
    String key = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
    Document authority =
        new Document("id", "anchor-1")
            .append("subject-dn", "CN=factory")
            .append("public-key", key)
            .append("algorithm", "EC")
            .append("not-before", "2020-01-01T00:00:00Z")
            .append("not-after", "2040-01-01T00:00:00Z");
    set("tenants", new Document(), "tenant.trusted-ca", List.of(authority));
    set("tenants", new Document(), "tenant.alias", "factory");
    Document device = new Document("device-id", "device-1");
    set("devices", device, "device.memberOf", List.of("group-1"));
    Document certificate =
        new Document("type", "x509-cert")
            .append("auth-id", "CN=device-1")
            .append("secrets", List.of(new Document("id", "s1")));
    registry
        .collection("credentials")
        .updateOne(device, new Document("$push", new Document("credentials", certificate)));

    // Another secret corrects every key, another limit the tenant, another default the devices.
    applied(
        "devices.psk.derivedFrom=other",
        "registry.tenant.limits.maxTtl=60",
        "registry.device.defaults.content-type=text/plain");

    Tenant tenant = read(registry.all("tenants").get(0), TenantDto.class).getData();
    assertThat(tenant.getResourceLimits().getMaxTtl()).isEqualTo(60);
    assertThat(tenant.getAlias()).isEqualTo("factory");
    assertThat(tenant.getTrustedCertificateAuthorities())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.getId()).isEqualTo("anchor-1");
              assertThat(each.getSubjectDn().getName()).isEqualTo("CN=factory");
              assertThat(each.getKeyAlgorithm()).isEqualTo("EC");
              assertThat(each.getPublicKey()).containsExactly(1, 2, 3);
            });
    Device read = read(registry.one("devices", "device-1"), DeviceDto.class).getData();
    assertThat(read.getMemberOf()).containsExactly("group-1");
    assertThat(read.getDefaults()).containsEntry("content-type", "text/plain");
    List<CommonCredential> both = credentials("device-1");
    assertThat(both).hasSize(2);
    assertThat(((PskCredential) both.get(0)).getAuthId()).isEqualTo("device-1");
    assertThat(both.get(1).getType()).isEqualTo("x509-cert");
    assertThat(both.get(1).getAuthId()).isEqualTo("CN=device-1");
  }

  private void set(String collection, Document which, String path, Object value) {
    registry
        .collection(collection)
        .updateOne(which, new Document("$set", new Document(path, value)));
  }

  @Test
  void aDeviceWithEverything() throws Exception {
    applied(
        "gateways.count=2",
        "registry.device={defaults: {content-type: text/plain}, ext: {site: north}, viaGroups:"
            + " [group-1], authorities: [auto-provisioning-enabled]}");

    DeviceDto dto = read(registry.one("devices", "device-1"), DeviceDto.class);
    Device device = dto.getData();
    assertThat(dto.getDeviceId()).isEqualTo("device-1");
    assertThat(dto.getCreationTime()).isEqualTo(CREATED);
    assertThat(dto.isAutoProvisioned()).isFalse();
    assertThat(dto.isAutoProvisioningNotificationSent()).isFalse();
    assertThat(device.isEnabled()).isTrue();
    assertThat(device.getDefaults()).isEqualTo(Map.of("content-type", "text/plain"));
    assertThat(device.getExtensions())
        .isEqualTo(Map.of("site", "north", "provisioned-by", "fleetload"));
    assertThat(device.getVia()).containsExactly("gateway-1");
    assertThat(device.getViaGroups()).containsExactly("group-1");
    assertThat(device.getAuthorities()).containsExactly("auto-provisioning-enabled");
    assertThat(credentials("device-1")).isEmpty();
  }

  @Test
  void aKeyWithFormerOnesAndAValidity() throws Exception {
    OneRun run =
        applied(
            "registry.credentials={former: 2, notBefore: '2026-01-01T00:00:00Z', notAfter:"
                + " '2037-01-01T00:00:00Z'}");

    PskCredential psk = (PskCredential) credentials("device-2").get(0);
    assertThat(psk.getAuthId()).isEqualTo("device-2");
    assertThat(psk.isEnabled()).isTrue();
    assertThat(psk.getExtensions()).isEqualTo(Map.of("provisioned-by", "fleetload"));
    List<PskSecret> secrets = psk.getSecrets();
    assertThat(secrets).hasSize(3).extracting(PskSecret::getId).doesNotHaveDuplicates();
    assertThat(secrets).extracting(PskSecret::getKey).doesNotHaveDuplicates();
    for (PskSecret former : secrets.subList(0, 2)) {
      assertThat(former.getNotBefore()).isNull();
      assertThat(former.getNotAfter()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    }
    assertThat(secrets.get(2).getNotBefore()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(secrets.get(2).getNotAfter()).isEqualTo(Instant.parse("2037-01-01T00:00:00Z"));
    assertThat(secrets.get(2).getKey())
        .isEqualTo(new DeviceKeys(run.profile().devices().psk()).of("device-2"));
  }

  @Test
  void aPasswordThatHonosEncoderMatches() throws Exception {
    for (String function : List.of("sha-256", "sha-512")) {
      OneRun run = applied("registry.credentials.password=" + function);

      List<CommonCredential> both = credentials("device-0");
      assertThat(both).hasSize(2);
      PasswordCredential credential = (PasswordCredential) both.get(1);
      assertThat(credential.getAuthId()).isEqualTo("device-0");
      assertThat(credential.getSecrets().get(0).getHashFunction()).isEqualTo(function);
      Document entry =
          registry
              .one("credentials", "device-0")
              .getList("credentials", Document.class)
              .get(1)
              .getList("secrets", Document.class)
              .get(0);
      String password =
          Base64.getEncoder()
              .encodeToString(new DeviceKeys(run.profile().devices().psk()).of("device-0"));
      JsonObject secret = new JsonObject(entry.toJson());
      assertThat(new SpringBasedHonoPasswordEncoder().matches(password, secret)).isTrue();
      assertThat(new SpringBasedHonoPasswordEncoder().matches("x" + password, secret)).isFalse();
    }
  }
}
