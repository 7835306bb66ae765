// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Devices of every kind that provisioning writes, connecting to Hono's own adapter. */
@ExtendWith(Hono.Shared.class)
class ProvisionIT {
  @TempDir private static Path directory;

  private final Hono hono;

  ProvisionIT(Hono hono) {
    this.hono = hono;
  }

  private List<String> arguments(String command, String tenant, String... overrides) {
    List<String> all = new ArrayList<>(List.of(command.split(" ")));
    all.add(1, Home.path("profiles", "quickstart.yaml").toString());
    all.addAll(hono.asTarget(tenant));
    all.add("--set=devices.count=5");
    // What connects is asked here, not how busy this machine is.
    all.add(
        "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}");
    for (String each : overrides) {
      all.add("--set=" + each);
    }
    return all;
  }

  private String provision(int exit, String command, String tenant, String... overrides) {
    Printed printed = Printed.provisioning(arguments(command, tenant, overrides));
    assertThat(printed.code()).as(printed.out() + printed.err()).isEqualTo(exit);
    return printed.out() + printed.err();
  }

  /** Warming connects every device and has it ask for a command. */
  private String warm(int exit, String tenant, String... overrides) throws Exception {
    List<String> all =
        arguments("warm --rate=10/s --out=" + directory.resolve(tenant), tenant, overrides);
    all.add(0, "provision");
    try (CommandRun run = CommandRun.loadtest(all)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
      return run.out() + run.err();
    }
  }

  private void connects(String tenant, String... overrides) throws Exception {
    provision(0, "apply", tenant, overrides);
    assertThat(provision(0, "verify", tenant, overrides)).contains("verified: ");
    assertThat(warm(0, tenant, overrides))
        .contains(
            "5 of 5 sessions connected",
            "queries 5, written 5, received 5, missed 0",
            "answered 5");
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void aKeyAmongFormerOnesAndBesideAPassword() throws Exception {
    connects(
        "former",
        "registry.credentials={former: 2, notBefore: '2020-01-01T00:00:00Z', notAfter:"
            + " '2090-01-01T00:00:00Z', password: sha-256}",
        "registry.tenant={adapters: [hono-coap, hono-mqtt], limits: {maxConnections: 100,"
            + " maxTtl: 3600}}");
  }

  @Test
  void aDeviceBehindAGatewayWithDefaults() throws Exception {
    String defaults = "registry.device.defaults={content-type: text/plain}";
    provision(0, "apply", "behind", "gateways.count=2", defaults);
    assertThat(warm(0, "behind", "gateways.count=2", defaults))
        .contains("2 of 2 sessions connected", "answered 5");
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void aDeviceWithEveryPartOfARegistration() throws Exception {
    connects(
        "rich",
        "registry.device={defaults: {content-type: text/plain}, ext: {site: north}, viaGroups:"
            + " [group-1], authorities: [auto-provisioning-enabled]}",
        "registry.tenant.ext={plan: gold}");
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void theSameFleetInAFurtherTenant() throws Exception {
    String further = "registry.tenants=[further]";
    assertThat(provision(0, "apply", "first", further))
        .contains("tenant first: created", "tenant further: created");
    assertThat(provision(0, "verify", "first", further)).contains("verified: ");
    for (String tenant : List.of("first", "further")) {
      assertThat(warm(0, tenant)).contains("5 of 5 sessions connected", "answered 5");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void aKeyThatIsOverConnectsNobody() throws Exception {
    String over =
        "registry.credentials={notBefore: '2020-01-01T00:00:00Z', notAfter:"
            + " '2021-01-01T00:00:00Z'}";
    provision(0, "apply", "over", over);
    assertThat(warm(3, "over", over, "phases.connect.timeout=2s", "phases.connect.attempts=1"))
        .contains("no DTLS session for device-");
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void drawnKeysAreExportedAndUsed() throws Exception {
    Path keys = directory.resolve("keys.jsonl");
    Path refused = directory.resolve("refused");
    provision(0, "apply", "drawn", "devices.psk={random: true}");
    List<String> warm = arguments("warm --out=" + refused, "drawn", "devices.psk={random: true}");
    warm.add(0, "provision");
    Printed printed = Printed.loadtest(warm);
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).startsWith("devices.psk.random: ").hasLineCount(1);
    provision(0, "export --out=" + keys, "drawn", "devices.psk={random: true}");
    assertThat(Files.readAllLines(keys)).hasSize(5);

    String file = "devices.psk={file: '" + keys + "'}";
    assertThat(provision(0, "import --from=" + keys, "drawn"))
        .contains("credentials: 0 created, 0 updated, 5 unchanged");
    assertThat(warm(0, "drawn", file)).contains("5 of 5 sessions connected");

    assertThat(provision(0, "remove", "drawn", file)).contains("devices: 5 removed");
    assertThat(provision(3, "check", "drawn", file)).contains("there is no tenant drawn");
  }
}
