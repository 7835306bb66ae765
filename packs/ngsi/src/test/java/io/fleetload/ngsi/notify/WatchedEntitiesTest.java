// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.stamp.RunId;
import org.junit.jupiter.api.Test;

class WatchedEntitiesTest {
  private static NgsiProfile profile(String id) {
    return Profiles.of(
        "url: \"http://127.0.0.1:1\"",
        """
        subscriptions:
          - { type: timed-entity, stamp: senttime }
          - { type: store, id: "%s", count: 500, stamp: senttime }
        """
            .formatted(id));
  }

  private static WatchedEntities of(String id) throws Exception {
    return new WatchedEntities(profile(id), new RunId(0x1f00a), RunClock.system());
  }

  @Test
  void eachHasAnIdOfItsOwn() throws Exception {
    assertThat(of("urn:store:{{n}}").id(1, 207)).isEqualTo("urn:store:207");
    assertThat(of("urn:store:{{n / 100}}-{{n % 100}}").id(1, 207)).isEqualTo("urn:store:2-7");
  }

  @Test
  void itMayHaveTheRunInIt() throws Exception {
    assertThat(of("urn:{{run}}:{{n}}").id(1, 0)).matches("urn:0*1f00a:0");
  }

  @Test
  void allEntitiesOfATypeHaveNone() throws Exception {
    assertThat(of("urn:store:{{n}}").id(0, 0)).isNull();
  }

  @Test
  void nobodyKnowsAUserHere() {
    assertThatThrownBy(() -> profile("urn:store:{{user}}-{{n}}"))
        .hasMessageContaining("subscriptions[1].id: unknown placeholder {{user}}");
  }
}
