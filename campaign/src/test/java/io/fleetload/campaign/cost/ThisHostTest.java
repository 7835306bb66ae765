// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThisHostTest {
  @Test
  void itsOwnAddressesAreItsOwn() {
    assertThat(ThisHost.hasAny("127.0.0.1:5684")).isTrue();
    assertThat(ThisHost.hasAny("203.0.113.9:5684", "198.51.100.8:9092,[::1]:9092")).isTrue();
  }

  @Test
  void othersAreNot() {
    assertThat(ThisHost.hasAny("203.0.113.9:5684", "198.51.100.8:9092,198.51.100.7:9092"))
        .isFalse();
  }
}
