// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

/** To be imported statically, also beside AssertJ's. */
public final class LoadTestAssertions {
  private LoadTestAssertions() {}

  /** Begins an assertion on a result. */
  public static LoadResultAssert assertThat(LoadResult result) {
    return new LoadResultAssert(result);
  }
}
