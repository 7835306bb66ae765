// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Dashboard;
import org.junit.jupiter.api.Test;

class DashboardTest {
  @Test
  void aMetricIsWhatIsNoFunctionNoLabelAndNoNumber() {
    assertThat(
            Dashboard.metrics(
                "histogram_quantile(0.99, sum by (le, flow) (rate(a_seconds_bucket{flow=\"x y\"}"
                    + "[$__rate_interval]))) / 1e3 > bool 2 or b * on (job) group_left (pod) max (c)"
                    + " unless d offset 5m"))
        .containsExactly("a_seconds_bucket", "b", "c", "d");
  }
}
