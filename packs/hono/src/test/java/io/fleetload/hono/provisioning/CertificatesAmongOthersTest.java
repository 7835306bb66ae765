// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Certificates of ours beside what somebody else wrote. */
class CertificatesAmongOthersTest extends CertificatesInRegistry {
  @Test
  void whatAnOperatorTrustsStays() {
    applied();
    Document another = new Document("id", "1").append("subject-dn", "CN=factory");
    registry
        .collection("tenants")
        .updateOne(
            new Document(), new Document("$push", new Document("tenant.trusted-ca", another)));

    OneRun again = applied("registry.tenant.limits.maxTtl=60");

    assertThat(again.lastSaid()).contains("tenant tload_tests: updated");
    assertThat(trusted(0)).containsEntry("subject-dn", "CN=fleetload,O=tload_tests");
    assertThat(trusted(1)).isEqualTo(another);
  }

  @Test
  void aTenantOfAnotherOwnerHasToTrustTheAuthority() throws Exception {
    registry
        .collection("tenants")
        .insertOne(
            Document.parse(
                "{'_id': '6b0089fbd1462e2771c6bf32', 'tenant-id': 'tload_tests', 'version': 'v1',"
                    + " 'created': '2026-01-01T00:00:00Z', 'tenant': {}}"));
    OneRun refused = run("tenant.shared=true");

    assertThat(refused.apply()).isEqualTo(3);
    assertThat(refused.said).hasSize(1);
    assertThat(refused.lastSaid()).contains("tload_tests", "CN=fleetload,O=tload_tests");
    refused.holds("a tenant that does not trust our authority");
    assertThat(files.directory()).doesNotExist();
  }

  @Test
  void keysThatADeviceHadStayBesideItsCertificate() {
    assertThat(new OneRun(registry.uri()).apply()).isZero();

    OneRun run = applied();

    assertThat(run.lastSaid()).contains("credentials: 0 created, 3 updated, 0 unchanged");
    assertThat(registry.one("credentials", "device-1").getList("credentials", Document.class))
        .extracting(each -> each.get("type"))
        .containsExactly("psk", "x509-cert");
    verified(run());
    verified(new OneRun(registry.uri()));
  }

  @Test
  void aSubjectThatAnotherDeviceHasIsRefused() {
    applied();
    registry.collection("credentials").deleteOne(new Document("device-id", "device-1"));
    registry
        .collection("credentials")
        .insertOne(
            Document.parse(
                "{'_id': '6b0089fbd1462e2771c6bf32', 'tenant-id': 'tload_tests', 'version': 'v1',"
                    + " 'created': '2026-01-01T00:00:00Z', 'device-id': 'thermometer',"
                    + " 'credentials': [{'type': 'x509-cert', 'auth-id':"
                    + " 'CN=device-1,O=tload_tests', 'secrets': [{'id': '1'}]}]}"));

    OneRun refused = run();

    assertThat(refused.apply()).isEqualTo(3);
    assertThat(refused.lastSaid()).contains("has 1 devices in", "the first is device-1");
    OneRun verify = run();
    assertThat(verify.run(Provisioning::verify)).isEqualTo(3);
    assertThat(verify.said.toString()).contains("credentials: 1 ", "auth-id");
    verify.holds("an auth-id of two devices");
  }

  @Test
  void credentialsUnderAnotherSubjectAreNamed() {
    applied();
    registry
        .collection("credentials")
        .updateOne(
            new Document("device-id", "device-1"),
            new Document("$set", new Document("credentials.0.auth-id", "CN=x,O=tload_tests")));

    OneRun verify = run();

    assertThat(verify.run(Provisioning::verify)).isEqualTo(3);
    assertThat(verify.said.toString()).contains("1 ", "x509-cert");
    verify.holds("no certificate of the device's own");
  }
}
