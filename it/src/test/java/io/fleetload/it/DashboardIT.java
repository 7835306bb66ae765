// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Dashboard;
import io.fleetload.rig.Home;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The dashboards against what the running simulators and Hono really expose. */
@ExtendWith(Hono.Shared.class)
class DashboardIT {
  private static final Pattern PAGE = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/metrics");

  /**
   * Hono's names, of its MicrometerBasedMetrics; a page has them only once such a request failed.
   */
  private static final Set<String> AFTER_THE_FIRST_FAILURE =
      Set.of("hono_amqp_nocredit_total", "hono_amqp_timeout_total");

  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path out;

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void everyMetricThatTheDashboardsNameIsExposed(Hono hono) throws Exception {
    List<String> arguments = arguments(hono);
    List<String> apply = new ArrayList<>(arguments);
    apply.add(0, "apply");
    Printed provisioning = Printed.provisioning(apply);
    assertThat(provisioning.code()).as(provisioning.err()).isZero();
    arguments.addAll(List.of("--metrics-port=0", "--run-id=ab12", "--out=" + out));
    try (CommandRun backend = CommandRun.tool("backend-simulator", arguments)) {
      backend.line(line -> line.contains("\"ready\""));
      String ready = page(backend).replace("/metrics", "/q/health/ready");
      assertThat(answer(ready).statusCode()).isEqualTo(200);
      try (CommandRun devices = CommandRun.tool("device-simulator", arguments)) {
        devices.line(line -> line.contains("\"phase\":\"measure\",\"secondsLeft\":5"));
        Set<String> exposed = new TreeSet<>();
        exposed.addAll(names(page(devices)));
        exposed.addAll(names(page(backend)));
        exposed.addAll(names(hono.endpoint("http") + "/metrics"));
        exposed.addAll(AFTER_THE_FIRST_FAILURE);
        assertThat(exposed).containsAll(Dashboard.metrics());
      }
    }
  }

  private static List<String> arguments(Hono hono) {
    List<String> arguments = hono.asTarget();
    arguments.add(0, PROFILE);
    // Of one tenant there is nothing to tell beside the others.
    arguments.add("--set=tenant=null");
    arguments.add("--set=tenants=[{ id: shown, weight: 3 }, { id: beside }]");
    arguments.add("--set=phases={ramp: 1s, warmUp: 2s, measure: 1m}");
    arguments.add("--json");
    arguments.add("--until-stdin-closes");
    return arguments;
  }

  private static String page(CommandRun tool) throws Exception {
    Matcher address = PAGE.matcher(tool.line(line -> line.contains("metrics at ")));
    assertThat(address.find()).isTrue();
    return address.group();
  }

  private static HttpResponse<String> answer(String page) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(page)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static Set<String> names(String page) throws Exception {
    String text = answer(page).body();
    Set<String> names = new TreeSet<>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> names.add(line.split("[{ ]")[0]));
    return names;
  }
}
