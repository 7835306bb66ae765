// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.driver.RunClock;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SourceReadingsTest {
  private static final long SECOND = 1_000_000_000L;

  /** Readings a second apart. */
  private static SourceReadings course(ProcessReading... readings) {
    Queue<ProcessReading> next = new ArrayDeque<>(List.of(readings));
    SourceReadings course = new SourceReadings(next::remove, new Seconds());
    for (int i = 0; i < readings.length; i++) {
      course.read();
    }
    return course;
  }

  private static ProcessReading cpu(Double seconds) {
    return new ProcessReading(seconds, null, null, null, seconds);
  }

  private static ProcessReading busy(double processors) {
    return new ProcessReading(null, processors, null, null, null);
  }

  private static ProcessReading memory(double now, Double peak) {
    return new ProcessReading(null, null, now, peak, null);
  }

  @Test
  void onlyWhatWasUsedBetweenTheFirstAndTheLastReadingCounts() {
    SourceReadings course = course(cpu(100.0), cpu(101.5), cpu(104.0));
    assertThat(course.cpuSeconds()).isEqualTo(4.0);
    assertThat(course.gcPauseMs()).isEqualTo(4_000.0);
  }

  private static ProcessReading pauses(double sum, double longest) {
    return new ProcessReading(null, null, null, null, sum, longest, null, null, null, null, null);
  }

  @Test
  void theLongestPauseIsOfThePhaseAlone() {
    // A pause of 0.9 s before the phase is on the page for some minutes more.
    assertThat(course(pauses(2.0, 0.9)).longestGcPauseMs()).isNull();
    assertThat(course(pauses(2.0, 0.9), pauses(2.25, 0.9)).longestGcPauseMs()).isEqualTo(250.0);
    assertThat(course(pauses(2.0, 0.1), pauses(2.5, 0.375), pauses(2.5, 0.375)).longestGcPauseMs())
        .isEqualTo(375.0);
  }

  @Test
  void aProcessThatEndedKeepsWhatItUsedUntilThen() {
    assertThat(course(cpu(1.0), cpu(3.0), ProcessReading.NOTHING).cpuSeconds()).isEqualTo(2.0);
  }

  @Test
  void aProcessThatBeganAnewCountsFromItsStart() {
    assertThat(course(cpu(100.0), cpu(102.0), cpu(0.5), cpu(1.0)).cpuSeconds()).isEqualTo(3.0);
  }

  @Test
  void oneReadingSaysNothingOfTime() {
    assertThat(course(cpu(100.0)).cpuSeconds()).isNull();
    assertThat(course(cpu(100.0)).gcPauseMs()).isNull();
  }

  @Test
  void howBusyAProcessWasIsOfTheTimeSinceItWasAskedLast() {
    assertThat(course(busy(9), busy(0.5), busy(1.5)).cpuSeconds()).isCloseTo(2.0, within(1e-9));
  }

  @Test
  void aPeakOfBeforeIsNotOneOfThePhase() {
    assertThat(course(memory(300, 900.0), memory(400, 900.0), memory(350, 900.0)).peakMb())
        .isEqualTo(400);
    assertThat(course(memory(300, 900.0), memory(400, 950.0)).peakMb()).isEqualTo(950);
    assertThat(course(memory(300, null), memory(200, null)).peakMb()).isEqualTo(300);
  }

  private static final class Seconds implements RunClock {
    private long now;

    @Override
    public long nanos() {
      now += SECOND;
      return now;
    }

    @Override
    public long epochNanos(long nanos) {
      return nanos;
    }
  }
}
