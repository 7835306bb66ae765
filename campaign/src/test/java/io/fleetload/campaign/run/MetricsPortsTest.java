// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.rig.Home;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsPortsTest {
  private static final Pattern SCRAPED = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  @Test
  void theShippedConfigurationScrapesThem() throws Exception {
    MetricsPorts ports = MetricsPorts.SCRAPED;
    assertThat(
            SCRAPED
                .matcher(
                    Files.readString(Home.path("hono-deploy", "monitoring", "prometheus.yaml")))
                .results()
                .map(found -> Integer.valueOf(found.group(1))))
        // After these, the services of hono-deploy/compose.
        .containsExactly(ports.devices(), ports.backend(), ports.stack(), 8088, 8089, 8090, 8091);
  }

  @Test
  void withoutThemNoPageIsOpened() {
    assertThat(MetricsPorts.NONE.ofDevices()).isEmpty();
    assertThat(MetricsPorts.NONE.ofBackend()).isEmpty();
    assertThat(MetricsPorts.SCRAPED.ofDevices()).containsExactly("--metrics-port=9101");
    assertThat(MetricsPorts.SCRAPED.ofBackend()).containsExactly("--metrics-port=9102");
  }

  @Test
  void onePortThatIsTakenIsNamedBeforeTheRun() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> new MetricsPorts(0, port, 0).check(true))
          .isInstanceOf(UsageException.class)
          .message()
          .startsWith("--metrics: ")
          .contains("127.0.0.1:" + port);
      assertThatThrownBy(() -> new MetricsPorts(0, 0, port).check(true))
          .isInstanceOf(UsageException.class);
      assertThatCode(() -> new MetricsPorts(0, 0, port).check(false))
          .as("a stack elsewhere has ports of its own")
          .doesNotThrowAnyException();
    }
  }
}
