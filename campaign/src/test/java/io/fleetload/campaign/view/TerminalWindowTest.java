// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalWindowTest {
  private String size = "24 80";
  private int asked;
  private final TerminalWindow window =
      new TerminalWindow(
          new Terminal(80, 24, true),
          () -> {
            asked++;
            return size;
          });

  @Test
  void nobodyIsAskedForTheSizeOfAWindowThatStaysAsItIs() {
    assertThat(window.get()).isEqualTo(window.get()).isEqualTo(new Terminal(80, 24, true));
    assertThat(asked).isZero();
  }

  @Test
  void howeverOftenItIsPulledItIsAskedOnceBeforeSomethingIsDrawn() {
    size = "43 132";
    window.resized();
    window.resized();
    assertThat(window.get()).isEqualTo(new Terminal(132, 43, true));
    assertThat(window.get()).isEqualTo(new Terminal(132, 43, true));
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void aSizeThatNobodyKnowsChangesNothing() {
    for (String each : new String[] {"", "null", "0 0", "stty: standard input: not a tty"}) {
      size = each;
      window.resized();
      assertThat(window.get()).isEqualTo(new Terminal(80, 24, true));
    }
  }
}
