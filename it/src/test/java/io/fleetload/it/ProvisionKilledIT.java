// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import io.fleetload.rig.Tripwire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Provisioning that is killed at random points of its work. */
@ExtendWith(Hono.Shared.class)
class ProvisionKilledIT {
  private static final int DEVICES = 5_000;
  private static final int KILLS = 4;

  /** What a device's two documents take on the wire at the least. */
  private static final int BYTES_A_DEVICE = 500;

  private static final int KILLED = 128 + 9;

  @TempDir private Path directory;
  private final Hono hono;

  ProvisionKilledIT(Hono hono) {
    this.hono = hono;
  }

  private int mongodbPort() {
    String uri = hono.endpoint("mongodb");
    return Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1));
  }

  private List<String> provisioning(String command, int port, String... more) {
    List<String> all =
        new ArrayList<>(List.of(command, Home.path("profiles", "quickstart.yaml").toString()));
    all.addAll(hono.asTarget("killed"));
    all.addAll(
        List.of(
            "--set=target.mongodb=mongodb://127.0.0.1:" + port,
            "--set=target.database=killed",
            "--set=devices.count=" + DEVICES));
    if (command.equals("apply")) {
      all.add("--new-registry");
    }
    all.addAll(List.of(more));
    return all;
  }

  private String done(String command, String... more) {
    Printed printed = Printed.provisioning(provisioning(command, mongodbPort(), more));
    assertThat(printed.code()).as(printed.out() + printed.err()).isZero();
    return printed.out();
  }

  private void killed(String command, int bytes) throws Exception {
    CompletableFuture<CommandRun> victim = new CompletableFuture<>();
    try (Tripwire wire = new Tripwire(mongodbPort(), bytes, () -> victim.join().kill());
        CommandRun run = CommandRun.tool("provisioning", provisioning(command, wire.port()))) {
      victim.complete(run);
      assertThat(run.exit()).as(command + ": " + run.out() + run.err()).isEqualTo(KILLED);
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void runAgainItIsCompleteWithoutDuplicatesOrOrphans() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    System.out.println("points of the kills: seed " + seed);
    // All kills together fit into what has to be sent, so that none comes after the work.
    int most = DEVICES * BYTES_A_DEVICE / KILLS;
    for (int i = 0; i < KILLS; i++) {
      killed("apply", random.nextInt(2_000, most));
    }
    assertThat(done("apply")).contains(" created, ");

    assertThat(done("verify")).contains("verified: ");
    assertThat(done("apply"))
        .contains(
            "devices: 0 created, 0 updated, %d unchanged".formatted(DEVICES),
            "credentials: 0 created, 0 updated, %d unchanged".formatted(DEVICES));
    Path keys = directory.resolve("keys.csv");
    done("export", "--out=" + keys);
    assertThat(new HashSet<>(Files.readAllLines(keys))).hasSize(DEVICES + 1);

    killed("remove", random.nextInt(2_000, DEVICES * 50));
    // The tenant goes last, and only where no document of it is left.
    assertThat(done("remove")).contains("the tenant: removed");
  }
}
