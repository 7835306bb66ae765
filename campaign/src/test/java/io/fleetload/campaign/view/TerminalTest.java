// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TerminalTest {
  private static Properties found(String columns, String rows) {
    Properties properties = new Properties();
    properties.setProperty("fleetload.columns", columns);
    properties.setProperty("fleetload.rows", rows);
    return properties;
  }

  @Test
  void itIsAsWideAndHighAsTheScriptFoundIt() {
    assertThat(Terminal.of(found("132", "43"), Map.of("TERM", "xterm")))
        .isEqualTo(new Terminal(132, 43, true));
  }

  @Test
  void noColourIsAWish() {
    assertThat(Terminal.of(found("80", ""), Map.of("TERM", "xterm", "NO_COLOR", "1")))
        .isEqualTo(new Terminal(80, 0, false));
    assertThat(Terminal.of(found("80", "24"), Map.of("TERM", "xterm", "NO_COLOR", "")).colour())
        .isTrue();
  }

  @Test
  void aFileAndATerminalThatOnlyPrintsAreNone() {
    assertThat(Terminal.of(found("0", "0"), Map.of("TERM", "xterm"))).isEqualTo(Terminal.NONE);
    assertThat(Terminal.of(new Properties(), Map.of("TERM", "xterm"))).isEqualTo(Terminal.NONE);
    assertThat(Terminal.of(found("80", "24"), Map.of("TERM", "dumb"))).isEqualTo(Terminal.NONE);
    assertThat(Terminal.of(found("80", "24"), Map.of())).isEqualTo(Terminal.NONE);
  }
}
