// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each lie of a target has a figure with its count, and no run with one is passed. A pack's test
 * says which lies there are: {@code ofEachKind()} are told at each commit, {@code others()} and
 * {@code drawn()} at night.
 */
abstract class LiarsIT {
  @TempDir Path directory;

  /** Runs against a liar, and looks for the lie in the result. */
  abstract void isCountedAndNamed(Lie lie, Draw draw) throws Exception;

  @ParameterizedTest
  @MethodSource("ofEachKind")
  void aLieOfEachKindIsCountedAndNamed(Lie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("others")
  @Tag("nightly")
  @Tag("drawn-lies")
  void eachLieIsCountedAndNamed(Lie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  /** What is drawn may be that no message is lied about; such a run has to pass. */
  @ParameterizedTest
  @MethodSource("drawn")
  @Tag("nightly")
  @Tag("drawn-lies")
  void aDrawnLieIsCountedAndNamed(Lie lie, Draw draw) throws Exception {
    isCountedAndNamed(lie, draw);
  }
}
