// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  @Test
  void aMetricIsTheSumOverItsLabels() {
    PrometheusText text =
        PrometheusText.of(
            """
            # HELP jvm_memory_used_bytes The amount of used memory
            # TYPE jvm_memory_used_bytes gauge
            jvm_memory_used_bytes{area="heap",id="G1 Old Gen",} 1.0E7
            jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 2.5e6 1700000000000
            process_cpu_seconds_total 12.5
            """);
    assertThat(text.sum("jvm_memory_used_bytes")).isEqualTo(1.25e7);
    assertThat(text.sum("process_cpu_seconds_total")).isEqualTo(12.5);
    assertThat(text.sum("jvm_memory")).isNull();
    assertThat(text.hasAny("jvm_")).isTrue();
    assertThat(text.hasAny("go_")).isFalse();
  }

  @Test
  void aBraceOrAQuoteInALabelEndsNothing() {
    assertThat(PrometheusText.of("calls{path=\"/{id} 7\",said=\"\\\"}\\\" 8\\\\\"} 3").sum("calls"))
        .isEqualTo(3);
  }

  @Test
  void whatIsNoNumberIsPassedOver() {
    PrometheusText text =
        PrometheusText.of(
            "a NaN\na 2\nb{le=\"+Inf\"} 4\nc +Inf\nd\n\n<html>no page</html>\ne{x=\"1");
    assertThat(text.sum("a")).isEqualTo(2);
    assertThat(text.sum("b")).isEqualTo(4);
    assertThat(text.sum("c")).isNull();
    assertThat(text.sum("d")).isNull();
    assertThat(text.sum("e")).isNull();
  }
}
