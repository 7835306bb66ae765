// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import org.opentest4j.TestAbortedException;

/** To be imported statically, also beside AssertJ's. */
public final class LoadTestAssertions {
  private LoadTestAssertions() {}

  /** Begins an assertion on a result. */
  public static LoadResultAssert assertThat(LoadResult result) {
    return new LoadResultAssert(result);
  }

  /**
   * Skips the test where the generator or its host was the limit: such a run says nothing about the
   * target, good or bad.
   *
   * @return the result
   */
  public static LoadResult assumeVerdict(LoadResult result) {
    if (result.verdict() == Verdict.GENERATOR_LIMITED) {
      throw new TestAbortedException(result.toString());
    }
    return result;
  }
}
