// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.profile.Broker;
import io.vertx.core.http.HttpMethod;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EntitySelectionTest {
  private static final int RECORDED_THAT_SELECT = 33;

  /** The answers of real brokers, each a line: broker, path, body. */
  @Test
  void whatRealBrokersAnsweredHasNoOtherEntity() throws Exception {
    List<String> wrong = new ArrayList<>();
    int selective = 0;
    try (InputStream file = EntitySelectionTest.class.getResourceAsStream("recorded-answers.txt")) {
      for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        String[] recorded = line.split("\t");
        EntitySelection selection =
            EntitySelection.of(
                Broker.valueOf(recorded[0]),
                new OutgoingRequest(null, HttpMethod.GET, recorded[1], null, null, null, Map.of()));
        selective += selection.isAny() ? 0 : 1;
        ResultCount counted = new ResultCount(selection);
        counted.take(recorded[2].getBytes(StandardCharsets.UTF_8));
        if (!counted.end() || counted.hasOtherEntity() || counted.hasOtherType()) {
          wrong.add(line);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(selective).isEqualTo(RECORDED_THAT_SELECT);
  }
}
