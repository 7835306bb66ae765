// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.ConnectionString;
import io.fleetload.rig.Tripwire;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Against a server that speaks MongoDB's protocol, wherever it comes from: REGISTRY_MONGODB is its
 * connection string, with a user where it wants one; REGISTRY_MONGODB_CA and
 * REGISTRY_MONGODB_CERTIFICATE are PEM files where it speaks TLS. It works in a database of its own
 * name, which is empty again at the end. What a server cannot index is said, and is no fault here.
 */
@EnabledIfEnvironmentVariable(named = "REGISTRY_MONGODB", matches = ".+")
class GivenMongodbIT {
  private static final String URI = System.getenv("REGISTRY_MONGODB");
  private static final String CA = System.getenv("REGISTRY_MONGODB_CA");
  private static final String CERTIFICATE = System.getenv("REGISTRY_MONGODB_CERTIFICATE");

  private final String database = "fleetload-it-" + UUID.randomUUID();

  private OneRun run(String uri) {
    return plain(uri, CA, CERTIFICATE);
  }

  private OneRun plain(String uri, String ca, String certificate) {
    OneRun run = new OneRun(uri).with("target.database=" + database);
    if (ca != null) {
      run.with("target.mongodbTls.ca=" + Path.of(ca).toAbsolutePath());
    }
    if (certificate != null) {
      run.with("target.mongodbTls.certificate=" + Path.of(certificate).toAbsolutePath());
    }
    return run;
  }

  private static int apply(OneRun run) {
    return run.run(each -> each.apply(true));
  }

  /** Whether nothing is wrong but indexes that this server does not have. */
  private static void assertVerified(OneRun run) {
    int from = run.said.size();
    if (run.run(Provisioning::verify) != 0) {
      List<String> wrong = run.said.subList(from, run.said.size() - 1);
      assertThat(wrong).isNotEmpty().allMatch(line -> line.contains(": index: "));
    }
  }

  private static void remove(OneRun run) {
    assertThat(run.run(each -> each.remove(false))).as(run.said::toString).isZero();
    assertThat(run.lastSaid()).endsWith("the tenant: removed");
  }

  @Test
  void allIsWrittenVerifiedCorrectedAndRemoved() {
    OneRun run =
        run(URI)
            .with("devices.count=60")
            .with("gateways.count=5")
            .with("registry.credentials={former: 1, notBefore: '2020-01-01T00:00:00Z'}");
    assertThat(run.run(each -> each.plan(true))).as(run.said::toString).isZero();
    assertThat(apply(run)).as(run.said::toString).isZero();
    assertThat(apply(run)).isZero();
    assertThat(run.lastSaid()).contains("credentials: 0 created, 0 updated, 60 unchanged");
    assertThat(run.check()).as(run.said::toString).isZero();
    assertVerified(run);

    OneRun other = run(URI).with("devices.count=60").with("devices.psk.derivedFrom=other");
    assertThat(apply(other)).as(other.said::toString).isZero();
    assertThat(other.lastSaid()).contains("credentials: 0 created, 60 updated, 0 unchanged");
    assertVerified(other);
    remove(run);
  }

  @Test
  void whatBreaksOffIsCompletedTheNextTime() throws Exception {
    String host = new ConnectionString(URI).getHosts().get(0);
    assumeTrue(host.startsWith("127.0.0.1:"), "the line breaks on this machine only");
    int port = Integer.parseInt(host.substring(host.indexOf(':') + 1));
    for (int bytes : new int[] {60_000, 250_000}) {
      try (Tripwire line = Tripwire.breaking(port, bytes)) {
        String broken = URI.replace(host, "127.0.0.1:" + line.port());
        OneRun run =
            run(broken + (broken.contains("?") ? "&" : "/?") + "serverSelectionTimeoutMS=500")
                .with("devices.count=1200");
        assertThat(apply(run)).as(run.said::toString).isEqualTo(3);
        assertThat(run.lastSaid()).startsWith("mongodb at 127.0.0.1:").doesNotContain("\n");
      }
    }
    OneRun again = run(URI).with("devices.count=1200");
    assertThat(apply(again)).as(again.said::toString).isZero();
    assertVerified(again);
    // The tenant goes last, and only where no document of it is left.
    remove(again);
  }

  @Test
  void aWrongPasswordOrNoneIsOneLineAndNothingIsWritten() {
    String userInfo = URI.substring(URI.indexOf("//") + 2, Math.max(URI.indexOf('@'), 2) + 1);
    assumeTrue(URI.contains("@"), "REGISTRY_MONGODB has no user");
    String user = userInfo.substring(0, userInfo.indexOf(':'));

    OneRun wrong = run(URI.replace(userInfo, user + ":not-the-password@"));
    assertThat(apply(wrong)).isEqualTo(3);
    assertThat(wrong.said)
        .singleElement()
        .asString()
        .contains("(target.mongodb)", "authentication failed")
        .doesNotContain("not-the-password");

    OneRun nobody = run(URI.replace(userInfo, "").replaceAll("auth[A-Za-z]+=[^&]*", ""));
    assertThat(apply(nobody)).isEqualTo(3);
    assertThat(nobody.said).singleElement().asString().endsWith(": not authorised");

    OneRun right = run(URI);
    assertThat(right.check()).isEqualTo(3);
    assertThat(right.lastSaid()).contains("there is no tenant");
  }

  @Test
  void whatTlsRefusesIsOneLine() {
    assumeTrue(CA != null, "REGISTRY_MONGODB_CA is not set");
    OneRun unknown = plain(URI, null, CERTIFICATE);
    assertThat(apply(unknown)).isEqualTo(3);
    assertThat(unknown.said)
        .singleElement()
        .asString()
        .contains("certificate", "(target.mongodbTls.ca)");

    assumeTrue(CERTIFICATE != null, "REGISTRY_MONGODB_CERTIFICATE is not set");
    OneRun anonymous = plain(URI, CA, null);
    assertThat(apply(anonymous)).isEqualTo(3);
    assertThat(anonymous.said)
        .singleElement()
        .asString()
        .endsWith("(target.mongodbTls.certificate)?");
  }
}
