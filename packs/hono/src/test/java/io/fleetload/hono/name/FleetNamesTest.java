// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.profile.Fleet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device-{index}",
        "{index}",
        "d{index}0",
        "{index}{index}",
        "a{index}-b",
        "\ud83d\ude00/{index}+\u00e4"
      })
  void everyNameLeadsBackToItsIndex(String form) {
    FleetNames names = names(form);

    for (int index = 0; index < 1200; index++) {
      assertThat(names.indexOf(names.name(index))).isEqualTo(index);
    }
    assertThat(names.indexOf(form.replace("{index}", "1200"))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "device-", "device-x", "device-1x", "device-01", "gw-1", "device-99999999999"})
  void aNameThatIsNoneOfOursHasNoIndex(String name) {
    assertThat(names("device-{index}").indexOf(name)).isEqualTo(-1);
  }

  @Test
  void thePrefixIsWhatStandsBeforeTheIndex() {
    assertThat(names("a-{index}-{index}").prefix()).isEqualTo("a-");
  }

  @ParameterizedTest
  @CsvSource({
    "device-7, device-7",
    "a/b c+d, a%2Fb%20c%2Bd",
    "100%, 100%25",
    "z\u00e4hler, z%C3%A4hler",
    "'a?b#c', a%3Fb%23c"
  })
  void aNameIsOneSegmentOfAPath(String name, String segment) {
    assertThat(FleetNames.segment(name)).isEqualTo(segment);
  }

  private static FleetNames names(String form) {
    return new FleetNames(
        new HonoDevices(
            new Fleet(1200, null, null, null, null, null, null, null),
            form,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null));
  }
}
