// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.pack.DeviceCosts;
import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page and the manifests have the constants of the command. */
class PlanFiguresTest {
  private static final DocsPage PAGE = DocsPage.of("docs/explanation/a-million-devices.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([0-9,]+) \\| .+ \\|$");

  @Test
  void theTableOfThePageHasTheConstants() {
    Map<String, Integer> page =
        ROW.matcher(PAGE.text())
            .results()
            .collect(
                Collectors.toMap(
                    row -> row.group(1),
                    row -> Integer.valueOf(row.group(2).replace(",", "")),
                    (one, other) -> one,
                    TreeMap::new));

    assertThat(page)
        .isEqualTo(
            Stream.of(PlanFigure.values())
                .collect(Collectors.toMap(PlanFigure::name, PlanFigure::value)));
  }

  @Test
  void theSampleOfThePageIsWhatTheCommandPrints() throws Exception {
    PaperPlan plan =
        Plans.of(
            "packs/mqtt/profiles/large-fleet.yaml",
            null,
            "devices.count=1000000",
            "devices.bind=[]",
            "target.broker=tcp://broker:1883");

    assertThat(PAGE.text())
        .contains(
            PlanText.lines(plan).stream()
                .map(line -> "    " + line + "\n")
                .collect(Collectors.joining()));
  }

  @ParameterizedTest
  @CsvSource({
    "hono, profiles/quickstart.yaml",
    "mqtt, packs/mqtt/profiles/quickstart.yaml",
    "jt808, packs/jt808/profiles/quickstart.yaml",
    "ngsi, packs/ngsi/profiles/quickstart.yaml",
    "arion, packs/arion/profiles/quickstart.yaml",
    "echo, packs/echo/profiles/quickstart.yaml"
  })
  void theTableOfThePageHasTheCostsOfThePacks(String pack, String profile) throws Exception {
    DeviceCosts costs = Plans.scenario(Home.path(profile)).run().costs();

    assertThat(PAGE.text())
        .contains(
            "| `%s` | %s | %s | %s | %s |"
                .formatted(
                    pack,
                    cell(costs.sessionBytes()),
                    cell(costs.messages()),
                    cell(costs.connects()),
                    cell(costs.written())));
  }

  private static String cell(Integer value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%,d", value);
  }

  @Test
  void thePodsAskForWhatThePlanCountsWith() throws IOException {
    String devices = Files.readString(Home.path("hono-deploy/simulators/base/devices.yaml"));
    String backend = Files.readString(Home.path("hono-deploy/simulators/base/backend.yaml"));

    assertThat(devices).contains("requests: { cpu: \"2\", memory: 1Gi }");
    assertThat(backend)
        .contains("requests: { cpu: \"1\", memory: 1Gi }", "requests: { cpu: 10m, memory: 64Mi }");
    assertThat(PlanFigure.SHARD_MILLI.value()).isEqualTo(2_000);
    assertThat(PlanFigure.SHARD_MIB.value()).isEqualTo(1_024);
    assertThat(PlanFigure.BACKEND_MILLI.value()).isEqualTo(1_000 + 10);
    assertThat(PlanFigure.BACKEND_MIB.value()).isEqualTo(1_024 + 64);
  }
}
