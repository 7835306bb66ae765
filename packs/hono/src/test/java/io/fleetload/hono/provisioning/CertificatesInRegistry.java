// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.certificates.AuthorityFiles;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Provisioning of three devices that have certificates, in a registry that is empty at first. */
abstract class CertificatesInRegistry {
  static final String TENANT = "tload_tests";

  @TempDir Path parent;
  final InProcessRegistry registry = new InProcessRegistry();
  AuthorityFiles files;

  @BeforeEach
  void inADirectoryThatIsNotThere() {
    files = new AuthorityFiles(parent.resolve("authorities"));
  }

  @AfterEach
  void close() {
    registry.close();
  }

  OneRun run(String... overrides) {
    OneRun run =
        new OneRun(registry.uri())
            .with(
                "devices={count: 3, stack: californium, x509: {directory: '%s'}}"
                    .formatted(files.directory()));
    for (String each : overrides) {
      run.with(each);
    }
    return run;
  }

  OneRun applied(String... overrides) {
    OneRun run = run(overrides);
    assertThat(run.apply()).as(run.said::toString).isZero();
    return run;
  }

  static void verified(OneRun run) {
    assertThat(run.run(Provisioning::verify)).as(run.said::toString).isZero();
  }

  /** A trust anchor of the tenant. */
  Document trusted(int place) {
    return registry
        .all("tenants")
        .get(0)
        .get("tenant", Document.class)
        .getList("trusted-ca", Document.class)
        .get(place);
  }
}
