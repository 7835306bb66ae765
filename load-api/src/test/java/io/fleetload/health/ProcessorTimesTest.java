// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ProcessorTimesTest {
  @TempDir private Path directory;

  @Test
  void theWaitIsTheSecondFigureOfTheKernel() throws Exception {
    Path file = Files.writeString(directory.resolve("schedstat"), "123456 7890 12\n");
    assertThat(ProcessorTimes.ofThisProcess(file).read().waitedNanos()).isEqualTo(7_890);
  }

  @Test
  void whereTheKernelDoesNotSayTheWaitIsUnknown() throws Exception {
    Path none = directory.resolve("none");
    assertThat(ProcessorTimes.ofThisProcess(none).read().waitedNanos()).isNull();
    Path other = Files.writeString(directory.resolve("other"), "0\n");
    assertThat(ProcessorTimes.ofThisProcess(other).read().waitedNanos()).isNull();
  }

  @Test
  @Timeout(60)
  void aStolenProcessorShowsInTheWaitOfTheThreadThatIsReady() throws Exception {
    assumeTrue(Files.isReadable(ProcessorTimes.SCHEDSTAT));
    List<Process> thieves = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
        thieves.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      ProcessorTimes times = ProcessorTimes.ofThisProcess(ProcessorTimes.SCHEDSTAT);
      long before = times.read().waitedNanos();
      // More are busy than there are processors, so this one has to wait; how long is no matter.
      while (times.read().waitedNanos() - before < TimeUnit.MILLISECONDS.toNanos(50)) {
        Thread.onSpinWait();
      }
    } finally {
      thieves.forEach(Process::destroyForcibly);
    }
  }
}
