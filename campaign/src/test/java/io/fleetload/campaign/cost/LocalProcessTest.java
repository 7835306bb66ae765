// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.cost.ProcessReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalProcessTest {
  private final ProcessHandle self = ProcessHandle.current();

  @TempDir private Path proc;

  @Test
  void itsMemoryIsReadWhereLinuxSaysIt() throws IOException {
    Path directory = Files.createDirectory(proc.resolve(Long.toString(self.pid())));
    Files.writeString(
        directory.resolve("status"),
        "Name:\tjava\nVmPeak:\t 9999999 kB\nVmHWM:\t  200000 kB\nVmRSS:\t  100000 kB\n");
    ProcessReading reading = new LocalProcess(self, proc).read();
    assertThat(reading.residentMb()).isCloseTo(102.4, Offset.offset(1e-9));
    assertThat(reading.peakResidentMb()).isCloseTo(204.8, Offset.offset(1e-9));
  }

  @Test
  void elsewhereItsMemoryIsNotKnown() {
    ProcessReading reading = new LocalProcess(self, proc).read();
    assertThat(reading.residentMb()).isNull();
    assertThat(reading.peakResidentMb()).isNull();
    assertThat(reading.cpuSeconds())
        .isEqualTo(self.info().totalCpuDuration().isPresent() ? reading.cpuSeconds() : null);
  }
}
