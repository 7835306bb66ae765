// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HttpCauseTest {
  /** What a broker says makes no more than some hundred causes. */
  @Test
  void causesAreAClosedSet() {
    assertThat(HttpCause.ofStatus(599).key()).isEqualTo("protocol.http.599");
    assertThat(HttpCause.ofStatus(600).key()).isEqualTo("protocol.http.other");
    assertThat(HttpCause.ofStatus(10_000).key()).isEqualTo("protocol.http.other");
    assertThat(List.of(0, 1, 2, 9, 10, 99, 100, 5_000))
        .extracting(errors -> HttpCause.ofParts(errors).key())
        .containsExactly(
            "protocol.http.207.errors.0",
            "protocol.http.207.errors.1",
            "protocol.http.207.errors.2to9",
            "protocol.http.207.errors.2to9",
            "protocol.http.207.errors.10to99",
            "protocol.http.207.errors.10to99",
            "protocol.http.207.errors.100to999",
            "protocol.http.207.errors.1000to9999");
  }
}
