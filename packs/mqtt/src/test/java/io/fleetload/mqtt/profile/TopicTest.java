// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicTest {
  private static Topic topic(String template) {
    return new Topic(template, "1f", "reading");
  }

  @ParameterizedTest
  @CsvSource({
    "fleetload/{run}/{flow}/{device}, fleetload/1f/reading/d-7, fleetload/1f/reading/+",
    "{index}, 7, +",
    "a/x{index}y/{device}, a/x7y/d-7, a/+/+",
    "/{index}/, /7/, /+/",
    "a/{run}, a/1f, a/1f",
    "a//b, a//b, a//b",
    "a/{other}, a/{other}, a/{other}"
  })
  void theFilterIsTheTopicButForTheLevelsOfTheDevice(String template, String of, String filter) {
    assertThat(topic(template).of("d-7", 7)).isEqualTo(of);
    assertThat(topic(template).filter()).isEqualTo(filter);
    assertThat(topic(template).differs()).isEqualTo(filter.contains("+"));
  }

  @ParameterizedTest
  @CsvSource({
    "a/b, a/b, false",
    "a/{index}, a/{device}, false",
    "a/{index}, a/b, true",
    "{index}/b, a/{index}, true",
    "a/{index}, a/b/c, false",
    "a/{index}, b/{index}, false",
    "a/{index}/c, a/b/d, false"
  })
  void overlappingFiltersBringAMessageTwice(String one, String other, boolean overlap) {
    assertThat(topic(one).overlaps(topic(other))).isEqualTo(overlap);
    assertThat(topic(other).overlaps(topic(one))).isEqualTo(overlap);
  }
}
