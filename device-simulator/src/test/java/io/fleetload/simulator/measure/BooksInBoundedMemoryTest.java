// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.LongRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The device side's books of many messages in a JVM of its own with little memory. The sizes grow
 * by {@code -Dbooks.*}; docs/reference/benchmarks.md has the command.
 */
@Tag("nightly")
@Tag("memory")
class BooksInBoundedMemoryTest {
  @TempDir private Path temporary;

  @Test
  void theBooksOfALongRunFit() throws Exception {
    LongRun run = LongRun.asked(temporary);
    assertThat(run.keptBy(LongRunKept.class, "64m")).isZero();
    DeviceBook book = ResultFiles.read(run.directory().resolve(DeviceBook.FILE), DeviceBook.class);
    assertThat(
            book.flows().values().stream()
                .mapToLong(
                    flow ->
                        flow.totals().warmUp().scheduled() + flow.totals().measured().scheduled())
                .sum())
        .isEqualTo(run.messages());
  }
}
