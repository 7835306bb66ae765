// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mark of a session is read as it was written, and nothing else is a mark. */
class SessionMarkTest {
  @Test
  void aMarkIsReadAsItWasWritten() {
    SessionMark mark = new SessionMark(RunId.parse("1f00a"), 123_456, 7);

    assertThat(mark.text()).isEqualTo("fl1-1f00a-123456-7");
    assertThat(SessionMark.parse(mark.text())).contains(mark);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "device-1@t",
        "fl1-1-2",
        "fl1-g-1-1",
        "fl1-1--1-1",
        "fl1-1-1-1 ",
        "fl1-1-9999999999-1"
      })
  void anyOtherTextIsNone(String text) {
    assertThat(SessionMark.parse(text)).isEmpty();
  }
}
