// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedTablesTest {
  @Test
  void oneLocationLostOfMillionsIsNotAll() {
    assertThat(PublishedTables.rate(1_000_000, 1_000_000)).isEqualTo("100 %");
    assertThat(PublishedTables.rate(985_430, 1_000_000)).isEqualTo("98.543 %");
    assertThat(PublishedTables.rate(99_999_999, 100_000_000)).isEqualTo("99.999999 %");
    assertThat(PublishedTables.rate(2_147_483_646, 2_147_483_647)).isEqualTo("99.999999 %");
    assertThat(PublishedTables.rate(0, 0)).isEqualTo("–");
  }
}
