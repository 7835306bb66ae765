// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** A Hono that runs already, given by its endpoints; and what is said where it is not there. */
@Execution(CONCURRENT)
@ExtendWith(Hono.Shared.class)
class ExternalTargetIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private final Hono hono;

  ExternalTargetIT(Hono hono) {
    this.hono = hono;
  }

  @Test
  void theFirstRunMakesTheDevicesAndHasItsCostFromMetricsPagesAndTheSecondFindsThem()
      throws Exception {
    String page = endpoint("http") + "/metrics";
    String closed = "http://127.0.0.1:" + closedTcpPort() + "/metrics";
    Path out = directory.resolve("cost");
    Path profile = profile("again", endpoint("coap"), endpoint("kafka"), mongodb());
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                profile.toString(),
                "--set=target.prometheus=[{role: adapter, url: \""
                    + page
                    + "\"}, {role: kafka, url: \""
                    + closed
                    + "\"}]",
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out()).contains("devices: 5 created").doesNotContain("starting the embedded");
      assertThat(run.out().lines().filter(line -> line.contains(closed))).hasSize(1);
      assertThat(run.out())
          .contains("  target     cpu ")
          .contains("memory in the JVMs")
          .contains("auth, registry, router, infinispan and mongodb ", " kafka ");
    }
    JsonNode target = JSON.readTree(out.resolve("result.json").toFile()).path("target");
    assertThat(target.at("/processes/0/name").asText()).isEqualTo(address(endpoint("http")));
    assertThat(target.at("/processes/0/cpuSeconds").asDouble()).isPositive();
    assertThat(target.at("/processes/0/peakJvmMemoryMb").asDouble()).isPositive();
    assertThat(target.at("/processes/0").has("peakRssMb")).isFalse();
    assertThat(target.at("/parts/included/0").asText()).isEqualTo("adapter");
    assertThat(target.path("cpuSecondsPerMillionMessages").asDouble()).isPositive();

    theSameTestChangesNothingAndNamesACrossedThresholdWithItsFigure(profile);
  }

  private void theSameTestChangesNothingAndNamesACrossedThresholdWithItsFigure(Path profile)
      throws Exception {
    try (CommandRun run = run(profile, "thresholds=[flows.event.response.p50 < 0.001ms]")) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(1);
      assertThat(run.out())
          .contains("devices: 0 created, 0 updated, 5 unchanged")
          .doesNotContain("starting the embedded")
          .contains("THRESHOLDS-CROSSED")
          .contains("CROSSED  flows.event.response.p50 < 0.001ms: flows.event.response.p50 ");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void aWrongKeyIsSaidAfterABoundedWait() throws Exception {
    Path profile = profile("keys", endpoint("coap"), endpoint("kafka"), mongodb());
    Printed apply = Printed.provisioning(List.of("apply", profile.toString()));
    assertThat(apply.code()).as(apply.out() + apply.err()).isZero();
    Path other =
        Files.writeString(
            directory.resolve("other.yaml"),
            Files.readString(profile)
                .replace("derivedFrom: one", "derivedFrom: other")
                .replaceAll("mongodb: \\S+\\n", "provision: false\n"));
    try (CommandRun run = run(other, "phases.connect.timeout=2s")) {
      assertThat(run.exit()).isEqualTo(3);
      assertThat(run.err())
          .hasLineCount(1)
          .contains("device-0@keys", endpoint("coap"), " 2s", "target.coap", "devices.psk");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void aTenantWithoutDevicesIsNamed() throws Exception {
    try (CommandRun run =
        run(
            profile("nobody", endpoint("coap"), endpoint("kafka"), mongodb()),
            "target.provision=false")) {
      assertThat(run.exit()).isEqualTo(3);
      assertThat(run.err()).contains("nobody").contains(address(mongodb())).hasLineCount(1);
    }
  }

  @Test
  void anUnreachablePartIsNamedWithItsHostAndPort() throws Exception {
    String closed = "127.0.0.1:" + closedTcpPort();
    try (CommandRun run = run(profile("t1", endpoint("coap"), closed, mongodb()))) {
      assertThat(run.exit()).isEqualTo(3);
      assertThat(run.err()).contains(closed).contains("target.kafka").hasLineCount(1);
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void soIsAnyOther() throws Exception {
    String closed = "127.0.0.1:" + closedTcpPort();
    try (CommandRun run =
        run(profile("t2", endpoint("coap"), endpoint("kafka"), "mongodb://" + closed))) {
      assertThat(run.exit()).isEqualTo(3);
      assertThat(run.err()).contains(closed).contains("target.mongodb").hasLineCount(1);
    }
    String silent = "127.0.0.1:" + closedUdpPort();
    try (CommandRun run = run(profile("t3", silent, endpoint("kafka"), mongodb()))) {
      assertThat(run.exit()).isEqualTo(3);
      assertThat(run.err()).hasLineCount(1).contains(silent, "(target.coap)");
    }
  }

  private CommandRun run(Path profile, String... overrides) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", profile.toString()));
    for (String each : overrides) {
      arguments.add("--set=" + each);
    }
    arguments.add("--out=" + directory.resolve("out-" + System.nanoTime()));
    return CommandRun.loadtest(arguments);
  }

  private Path profile(String tenant, String coap, String kafka, String mongodb)
      throws IOException {
    return Files.writeString(
        directory.resolve(tenant + ".yaml"),
        """
        run: { name: external }
        target:
          kind: external
          coap: %s
          kafka: %s
          mongodb: %s
          database: %s
        tenant: { id: %s }
        devices: { count: 5, psk: { derivedFrom: one } }
        phases: { warmUp: 1s, measure: 2s }
        flows:
          telemetry: { rate: 10/s, confirmable: false }
          event: { rate: 10/s }
          commandQuery: { rate: 2/s }
        generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
        thresholds: [flows.*.achieved >= 0]
        """
            .formatted(coap, kafka, mongodb, endpoint("database"), tenant));
  }

  private String endpoint(String name) {
    return hono.endpoint(name);
  }

  private String mongodb() {
    return endpoint("mongodb");
  }

  private static String address(String uri) {
    return uri.substring(uri.indexOf("//") + 2);
  }

  private static int closedTcpPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static int closedUdpPort() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
