// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.faults.PartFault.Part;
import io.fleetload.it.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What takes the processors is felt by all, so nothing else runs meanwhile. */
@Tag("nightly")
@Tag("named-faults")
@Isolated
class BusyHostIT {
  @TempDir private Path directory;

  @Test
  void aHostThatIsBusyWithOtherWorkMakesNoVerdictOnTheTarget() throws Exception {
    Path profile = directory.resolve("busy.yaml");
    // Of an external target on this host nobody could tell what is its own.
    Files.writeString(
        profile,
        Load.seconds(8, "thresholds: [flows.*.response.p99 < 1us]")
            .profile("busy", "busy")
            .replace("external", "embedded"));
    Path out = directory.resolve("out");
    try (CommandRun run = CommandRun.loadtest(List.of("run", profile.toString(), "--out=" + out))) {
      run.line(line -> line.startsWith("measure"));
      try (PartFaults faults = new PartFaults(run, null, null, directory)) {
        faults.begin(List.of(PartFault.stop(Part.PROCESSORS, 0, 60)));
        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(5);
      }
      assertThat(run.out()).contains("GENERATOR-LIMITED").contains("host");
    }
  }
}
