// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to messages and sessions, in whatever order: all counts of them agree. */
class InFlightTest {
  private static final int RUNS = 6;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 500})
  void allCountsAgreeAtAnyTimeAndNothingWaitsForEver(int limit) {
    for (int seed = 0; seed < RUNS; seed++) {
      DrawnRun run = new DrawnRun(seed, limit);
      run.connect();
      run.disturb();
      run.recover();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 500})
  void allCountsReturnToNothingWhenARunEndsAtAnyTime(int limit) {
    for (int seed = 0; seed < RUNS; seed++) {
      DrawnRun run = new DrawnRun(seed, limit);
      run.connect();
      run.disturb();
      run.end();
    }
  }
}
