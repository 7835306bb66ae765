// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.driver.RunClock;
import io.fleetload.process.StopSignal;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fast calibration of the device simulator as it was built. */
@Tag("nightly")
@Tag("calibration")
class CalibrationIT {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final Path JAR = HOME.resolve("device-simulator/target/device-simulator.jar");

  private static final String NOISE =
      "  \\w+ (\\(warm-up\\) )?(retransmitted|(service|response) (p\\d\\d|>=|values)) .*";

  @TempDir private Path directory;

  @Test
  void theSimulatorReportsWhatWasDoneToIt() throws Exception {
    assumeTrue(Files.exists(JAR), () -> JAR + " is not built");
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    StopSignal stop = new StopSignal();
    TrialRun run =
        new TrialRun(
            new DeviceProcess(new Installation(HOME)),
            directory,
            RunClock.system(),
            CalibrationIT::nothing,
            stop);

    ExitCode code =
        new Calibration(
                new Trials(1, true),
                run,
                event -> {
                  if (event instanceof ToolEvent.Sentence text) {
                    said.add(text.text());
                  }
                },
                stop)
            .run();

    String table = String.join("\n", said);
    assertThat(table).doesNotContain("NOT ok").contains("a closed loop would report");
    // On a build machine that is busy otherwise some percentiles may stay open, and what is counted
    // on the wire, but nothing else.
    assertThat(code).as(table).isIn(ExitCode.PASSED, ExitCode.GENERATOR_LIMITED);
    assertThat(said)
        .filteredOn(line -> line.endsWith("not judged"))
        .allMatch(line -> line.matches(NOISE));
  }

  private static void nothing(ToolEvent event) {
    // How far the simulator is matters to people only.
  }
}
