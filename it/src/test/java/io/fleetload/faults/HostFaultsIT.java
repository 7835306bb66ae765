// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.faults.PartFault.Part;
import io.fleetload.it.Hono;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Faults of the host that the product runs on. */
@Tag("nightly")
@Tag("named-faults")
@ExtendWith(WarmHono.class)
class HostFaultsIT {
  @TempDir private Path directory;
  private final Hono hono;

  HostFaultsIT(Hono hono) {
    this.hono = hono;
  }

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    WarmHono.provision(hono, List.of("clock", "full-disk"));
  }

  @Test
  void aBackendWhoseClockIsBehindIsCorrected() throws Exception {
    assumeThat(succeeds("faketime", "-f", "+0", "true")).as("faketime is installed").isTrue();
    FaultRun.Outcome outcome =
        new FaultRun(hono, directory, "clock")
            .with(SlowClock.of(directory, Part.BACKEND.tool(), -0.3))
            .under(FaultSchedule.ofLink(NamedFaults.load(8).patient()));

    assertThat(outcome.findings()).as(outcome.toString()).isEmpty();
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    JsonNode clock = outcome.files().result().path("clock");
    double error = clock.path("uncertaintyMs").asDouble();
    assertThat(clock.path("correctedMs").asDouble()).isCloseTo(-300, Offset.offset(error));
    assertThat(error).as("less than what it corrects").isBetween(0.0, 299.0);
    JsonNode legs = outcome.files().result().at("/commands/legs");
    double sum = 0;
    for (String leg :
        new String[] {
          "queryToBackend",
          "backendToCommand",
          "commandToDevice",
          "deviceToAnswer",
          "answerToBackend"
        }) {
      assertThat(legs.path(leg).path("p50").asDouble()).as(leg).isNotNegative();
      assertThat(legs.path(leg).path("mean").asDouble()).as(leg).isLessThan(290);
      sum += legs.path(leg).path("mean").asDouble();
    }
    assertThat(sum).isCloseTo(legs.at("/whole/mean").asDouble(), Offset.offset(1.0));
    assertThat(outcome.out()).containsPattern("clock");
  }

  @Test
  void aDiskThatBecomesFullStopsNoRunAndIsSaidOnce() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(succeeds("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString()))
        .as("a small disk can be mounted")
        .isTrue();
    try {
      FaultRun.Outcome outcome =
          new FaultRun(hono, disk, "full-disk")
              .under(FaultSchedule.ofParts(NamedFaults.load(8), PartFault.stop(Part.DISK, 2, 60)));

      assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(74);
      assertThat(outcome.err()).hasLineCount(1).contains("cannot be written");
      assertThat(outcome.out()).contains("the run goes on");
      assertThat(outcome.findings()).as(outcome.toString()).isEmpty();
    } finally {
      assertThat(succeeds("umount", "-l", disk.toString())).isTrue();
    }
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
