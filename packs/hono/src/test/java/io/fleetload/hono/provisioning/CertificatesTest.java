// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.hono.certificates.DeviceAuthority;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.eclipse.hono.service.management.credentials.CredentialsDto;
import org.eclipse.hono.service.management.credentials.X509CertificateCredential;
import org.eclipse.hono.service.management.tenant.TenantDto;
import org.eclipse.hono.service.management.tenant.TrustedCertificateAuthority;
import org.junit.jupiter.api.Test;

/** Devices with certificates: the tenant trusts their authority, and knows their subjects. */
class CertificatesTest extends CertificatesInRegistry {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static <T> T read(Document document, Class<T> type) throws Exception {
    Document copy = new Document(document);
    copy.remove("_id");
    return JSON.readValue(copy.toJson(), type);
  }

  @Test
  void theTenantTrustsANewAuthorityAsTheRegistryWritesIt() throws Exception {
    OneRun run = applied();

    assertThat(run.said)
        .anySatisfy(
            line -> assertThat(line).contains("tenant " + TENANT, files.file(TENANT).toString()));
    run.holds("a new authority");
    DeviceAuthority authority = files.get(TENANT);
    Document written = trusted(0);
    assertThat(UUID.fromString(written.getString("id"))).isNotNull();
    written.remove("id");
    assertThat(written)
        .isEqualTo(
            new Document("subject-dn", "CN=fleetload,O=tload_tests")
                .append(
                    "subject-dn-bytes",
                    base64(authority.certificate().getSubjectX500Principal().getEncoded()))
                .append("public-key", base64(authority.certificate().getPublicKey().getEncoded()))
                .append("algorithm", "EC")
                .append("not-before", "2026-11-19T17:57:15Z")
                .append("not-after", "2036-11-17T17:57:15Z")
                .append("auto-provisioning-enabled", false)
                .append("auto-provision-as-gateway", false));
  }

  @Test
  void honosRegistryWouldWriteTheSameOfTheCertificate() throws Exception {
    applied();

    TrustedCertificateAuthority given =
        new TrustedCertificateAuthority()
            .setId(trusted(0).getString("id"))
            .setCertificate(files.get(TENANT).certificate().getEncoded());

    assertThat(trusted(0)).isEqualTo(Document.parse(JSON.writeValueAsString(given)));
    TenantDto read = read(registry.all("tenants").get(0), TenantDto.class);
    assertThat(read.getData().getTrustedCertificateAuthorities())
        .singleElement()
        .matches(TrustedCertificateAuthority::isValid);
  }

  @Test
  void aDevicesCredentialsAreItsSubject() throws Exception {
    applied("registry.credentials={notAfter: '2037-01-01T00:00:00Z'}");

    Document document = registry.one("credentials", "device-1");
    CredentialsDto read = read(document, CredentialsDto.class);

    assertThat(read.getData())
        .singleElement()
        .isInstanceOfSatisfying(
            X509CertificateCredential.class,
            credential -> {
              assertThat(credential.getAuthId()).isEqualTo("CN=device-1,O=tload_tests");
              assertThat(credential.isEnabled()).isTrue();
              assertThat(credential.getExtensions())
                  .isEqualTo(Map.of("provisioned-by", "fleetload"));
              assertThat(credential.getSecrets()).hasSize(1);
              assertThat(credential.getSecrets().get(0).getNotBefore()).isNull();
              assertThat(credential.getSecrets().get(0).getNotAfter())
                  .isEqualTo("2037-01-01T00:00:00Z");
            });
    Document entry = document.getList("credentials", Document.class).get(0);
    assertThat(entry).containsEntry("type", "x509-cert");
    assertThat(entry.getList("secrets", Document.class).get(0)).containsOnlyKeys("id", "not-after");
  }

  @Test
  void repeatingChangesNothing() {
    applied();
    List<Document> before = registry.everything();

    OneRun again = applied();

    assertThat(again.said).noneMatch(each -> each.contains("authority"));
    assertThat(again.lastSaid())
        .contains(
            "tenant tload_tests: unchanged", "credentials: 0 created, 0 updated, 3 unchanged");
    assertThat(registry.everything()).isEqualTo(before);
    verified(run());
    assertThat(run().check()).isZero();
  }

  @Test
  void aPlanMakesNoAuthority() {
    OneRun plan = run();

    assertThat(plan.run(each -> each.plan(false))).isZero();

    assertThat(plan.said.toString()).contains("tenant tload_tests: to create");
    assertThat(files.directory()).doesNotExist();
    assertThat(registry.all("tenants")).isEmpty();
  }

  @Test
  void anAuthorityThatTheTenantDoesNotTrustIsFoundAndMended() throws Exception {
    applied();
    Files.delete(files.file(TENANT));

    OneRun check = run();
    assertThat(check.check()).isEqualTo(3);
    assertThat(check.lastSaid())
        .contains("tload_tests", registry.place(), "CN=fleetload,O=tload_tests")
        .contains("devices.x509.directory", "trusted-ca");
    check.holds("another authority than the registry's");
    OneRun verify = run();
    assertThat(verify.run(Provisioning::verify)).isEqualTo(3);
    assertThat(verify.said.toString()).contains("does not trust", "its entry differs");
    assertThat(files.directory()).isEmptyDirectory();

    String id = trusted(0).getString("id");
    applied();
    assertThat(trusted(0))
        .containsEntry("id", id)
        .containsEntry(
            "public-key", base64(files.get(TENANT).certificate().getPublicKey().getEncoded()));
    verified(run());
  }

  @Test
  void gatewaysHaveCertificatesAndTheirDevicesNone() {
    applied("gateways.count=2");

    assertThat(registry.one("credentials", "gateway-1").getList("credentials", Document.class))
        .extracting(each -> each.get("auth-id"))
        .containsExactly("CN=gateway-1,O=tload_tests");
    assertThat(registry.one("credentials", "device-1").getList("credentials", Document.class))
        .isEmpty();
    verified(run("gateways.count=2"));
  }

  @Test
  void eachTenantTrustsAnAuthorityOfItsOwn() throws Exception {
    applied("registry.tenants=[second]");

    assertThat(files.get("second").certificate().getSubjectX500Principal())
        .isNotEqualTo(files.get(TENANT).certificate().getSubjectX500Principal());
    verified(run("registry.tenants=[second]"));
    assertThat(run("registry.tenants=[second]").run(each -> each.remove(false))).isZero();
    assertThat(registry.everything()).isEmpty();
    assertThat(files.file(TENANT)).exists();
  }

  @Test
  void thereAreNoKeysToExport() {
    applied();
    OneRun export = run();

    assertThat(export.run(each -> each.export(parent.resolve("keys.csv")))).isEqualTo(2);
    assertThat(export.lastSaid()).startsWith("devices.x509: ").contains("devices.x509.directory");
    export.holds("an export of keys where there are certificates");
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
