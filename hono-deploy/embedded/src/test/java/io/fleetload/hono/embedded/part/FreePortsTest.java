// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.embedded.part.Listener.Transport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final int STACKS = 60;

  @Test
  void whatOneStackTookNoOtherChoosesThoughNothingIsBoundYet() throws Exception {
    List<FreePorts> stacks = new ArrayList<>();
    Set<Integer> ports = new HashSet<>();
    try {
      for (int stack = 0; stack < STACKS; stack++) {
        stacks.add(FreePorts.taken());
        for (int part = 0; part < 6; part++) {
          Listener any = new Listener("any", Transport.TCP, "127.0.0.1", 0, "--any");
          assertThat(ports.add(any.claimed(stacks.get(stack)).port())).isTrue();
        }
      }
      assertThat(ports).allMatch(port -> port > 20_000 && port < 32_000);
    } finally {
      stacks.forEach(FreePorts::close);
    }
  }
}
