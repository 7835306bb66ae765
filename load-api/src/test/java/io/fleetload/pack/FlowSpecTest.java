// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowSpecTest {
  private final Stamp stamp = new Stamp(new RunId(1), "location", Period.MEASURED, 7, 0, 0, 0);
  private final List<Integer> named = new ArrayList<>();

  @Test
  void aBodyIsMadeOfItsDevicesName() {
    FlowSpec flow =
        FlowSpec.of("location", 1, (name, of) -> name.getBytes(StandardCharsets.US_ASCII));
    assertThat(flow.body(this::name, 7, stamp)).asString().isEqualTo("device-7");
  }

  @Test
  void nobodyIsNamedForAMessageThatTheLinkMakesItself() {
    FlowSpec flow = FlowSpec.of("location", 1, FlowSpec.Body.BY_THE_LINK);
    assertThat(flow.body(this::name, 7, stamp)).isEmpty();
    assertThat(named).isEmpty();
  }

  private String name(int device) {
    named.add(device);
    return "device-" + device;
  }
}
