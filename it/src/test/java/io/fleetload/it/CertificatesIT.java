// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Devices with certificates, from provisioning to the verdict, against Hono's own adapter. */
@ExtendWith(Hono.Shared.class)
class CertificatesIT {
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  /** What is looked at here does not depend on how busy the machine is. */
  private static final List<String> ON_ANY_HOST =
      List.of(
          "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
          "--set=thresholds=[ledger.lost == 0, flows.*.failed == 0, flows.*.achieved >= 0%]");

  @TempDir private Path directory;

  private final Hono hono;

  CertificatesIT(Hono hono) {
    this.hono = hono;
  }

  private String devices(String authorities, String trust) {
    return "--set=devices={count: 20, stack: californium, x509: {directory: '%s'%s}}"
        .formatted(directory.resolve(authorities), trust);
  }

  private List<String> against(String tenant, String authorities) {
    List<String> arguments = new ArrayList<>(hono.asTarget(tenant));
    arguments.add(devices(authorities, ", trust: '" + hono.endpoint("coapCertificate") + "'"));
    return arguments;
  }

  private static String loadtest(int exit, List<String> words, List<List<String>> more)
      throws Exception {
    List<String> all = new ArrayList<>(words);
    all.add(PROFILE);
    more.forEach(all::addAll);
    try (CommandRun run = CommandRun.loadtest(all)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
      return run.out() + run.err();
    }
  }

  private static String provisioning(String command, List<String> target, String... more) {
    List<String> all = new ArrayList<>(List.of(command, PROFILE));
    all.addAll(target);
    all.addAll(List.of(more));
    Printed printed = Printed.provisioning(all);
    assertThat(printed.code()).as(printed.out() + printed.err()).isZero();
    return printed.out();
  }

  @Test
  void everyMessageOfEveryFlowIsDelivered() throws Exception {
    Path out = directory.resolve("results");
    loadtest(
        0,
        List.of("run"),
        List.of(
            ON_ANY_HOST,
            against("delivered", "authorities"),
            List.of("--set=phases={ramp: 1s, warmUp: 2s, measure: 8s}", "--out=" + out)));

    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/devices/connected").asLong()).isEqualTo(20);
    for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
      JsonNode counts = result.path("flows").path(flow);
      assertThat(counts.path("ok").asLong()).as(flow).isEqualTo(160);
      assertThat(counts.at("/ledger/delivered").asLong()).as(flow).isEqualTo(160);
    }
    for (String figure : List.of("lost", "duplicate", "outOfOrder", "unaccounted")) {
      assertThat(result.at("/ledger/" + figure).asLong()).as(figure).isZero();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void whatProvisioningWroteIsVerifiedAndConnectsBesideKeys() throws Exception {
    provisioning("apply", hono.asTarget("both"));
    provisioning("apply", against("both", "both"));
    assertThat(provisioning("verify", against("both", "both"))).contains("verified: ");

    for (List<String> each : List.of(against("both", "both"), hono.asTarget("both"))) {
      assertThat(
              loadtest(
                  0,
                  List.of("provision", "warm"),
                  List.of(
                      ON_ANY_HOST,
                      each,
                      List.of("--rate=10/s", "--out=" + directory.resolve("warm-" + each.size())))))
          .containsPattern("(20 of 20|50 of 50) sessions connected");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aDeviceWhoseCertificateIsOfAnotherAuthorityHasNoSession() throws Exception {
    provisioning("apply", against("known", "known"));
    // The same tenant of another registry has an authority of the same name.
    List<String> elsewhere = new ArrayList<>(against("known", "unknown"));
    elsewhere.add("--set=target.database=elsewhere");
    provisioning("apply", elsewhere, "--new-registry");

    String said =
        loadtest(
            3,
            List.of("run"),
            List.of(
                elsewhere,
                List.of(
                    "--set=target.provision=false",
                    "--set=phases.connect.timeout=5s",
                    "--set=phases.connect.attempts=1",
                    "--out=" + directory.resolve("unknown-results"))));

    assertThat(said).contains("device-0@known at ", "certificate");
  }
}
