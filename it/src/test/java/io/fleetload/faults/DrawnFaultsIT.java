// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever goes wrong: what a run says is so. One schedule alone: {@code -Dfaults.schedules=1
 * -Dfaults.seed=<its number>}.
 */
@ExtendWith(WarmHono.class)
class DrawnFaultsIT {
  @TempDir private static Path directory;
  private final Hono hono;

  DrawnFaultsIT(Hono hono) {
    this.hono = hono;
  }

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    WarmHono.provision(hono, numbers().mapToObj(DrawnFaultsIT::name).toList());
  }

  private static String name(long number) {
    return "drawn-" + number;
  }

  static LongStream numbers() {
    long first = Long.getLong("faults.seed", 1);
    return LongStream.range(first, first + Integer.getInteger("faults.schedules", 6));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void whatARunSaysIsSo(long number) throws Exception {
    FaultSchedule schedule = FaultSchedule.drawn(number);
    FaultRun.Outcome outcome = schedule.needsAStack() ? withAStack(schedule) : run(hono, schedule);

    assertThat(outcome.findings()).as("%s%n%s", schedule, outcome).isEmpty();
    assertThat(schedule.exits()).as("%s%n%s", schedule, outcome).contains(outcome.exit());
  }

  private static FaultRun.Outcome run(Hono hono, FaultSchedule schedule) throws Exception {
    String name = name(schedule.seed());
    return new FaultRun(hono, directory.resolve(name), name).under(schedule);
  }

  private static FaultRun.Outcome withAStack(FaultSchedule schedule) throws Exception {
    String name = name(schedule.seed());
    try (Hono own =
        Hono.start("--data=" + Files.createDirectory(directory.resolve("data-" + name)))) {
      WarmHono.provision(own, List.of(name));
      return run(own, schedule);
    }
  }
}
