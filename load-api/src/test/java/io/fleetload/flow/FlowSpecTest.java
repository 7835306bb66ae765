// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  private final FlowSpec write = FlowSpec.of("write", 1, (device, stamp) -> new byte[0]);

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

  @Test
  void aMessageHasOneReceiverUnlessThePackSaysHowMany() {
    assertThat(write.receivers()).isEqualTo(1);
    assertThat(write.withReceivers(3).receivers()).isEqualTo(3);
  }

  @Test
  void whatElseIsSaidOfAFlowLeavesItsReceiversAsTheyAre() {
    FlowSpec all =
        write.withReceivers(3).withWindow(2).withResponses(0).withStore().answeringPushed("read");
    assertThat(all.receivers()).isEqualTo(3);
    assertThat(all.stored()).isTrue();
    assertThat(write.withReceivers(3).answering("read").receivers()).isEqualTo(3);
    assertThat(write.withReceivers(3).ofTheDeviceOnly().receivers()).isEqualTo(1);
  }

  @Test
  void whatElseIsSaidOfAFlowLeavesThePartsOfItsTimeAsTheyAre() {
    FlowSpec parts = write.withParts(List.of("sending", "waiting"));
    assertThat(write.parts()).isEmpty();
    assertThat(parts.withReceivers(3).withWindow(2).withResponses(0).withStore().parts())
        .containsExactly("sending", "waiting");
    assertThat(parts.following("read").parts()).containsExactly("sending", "waiting");
    assertThat(parts.answeringPushed("read").parts()).containsExactly("sending", "waiting");
  }

  @Test
  void aFlowThatNobodyReceivesIsSaidInAnotherWay() {
    assertThatThrownBy(() -> write.withReceivers(0))
        .hasMessageStartingWith("flow write: withReceivers(0)")
        .hasMessageContaining("ofTheDeviceOnly()");
  }

  private String name(int device) {
    named.add(device);
    return "device-" + device;
  }
}
