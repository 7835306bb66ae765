// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.ServerProcess;
import io.fleetload.rig.ServerProcessContract;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessIT extends ServerProcessContract {
  ProcessIT() {
    super("ngsi-embedded.jar", "ngsi-broker", List.of(), List.of("--port", "--metrics-port"));
  }

  @Override
  protected String ready() {
    return "\\{\"event\":\"ready\",\"tool\":\"ngsi-broker\",\"url\":\"http://127.0.0.1:\\d+\","
        + "\"context\":\"http://127.0.0.1:\\d+/context.jsonld\","
        + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}";
  }

  @Test
  void forARealBrokerItServesTheContextAndNothingElse() throws Exception {
    try (ServerProcess server = started("--context-only")) {
      String ready = server.says();
      String context = ready.replaceAll(".*\"context\":\"([^\"]+).*", "$1");
      assertThat(get(context).body()).contains("\"@context\"", "\"timed-entity\"");
      String entities = context.replace("/context.jsonld", "/ngsi-ld/v1/entities?type=store");
      assertThat(get(entities).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void itsPageSaysWhatItDidAndWhatItCost() throws Exception {
    try (ServerProcess server = started("--faults=refuse=100%")) {
      String ready = server.says();
      String url = ready.replaceAll(".*\"url\":\"([^\"]+).*", "$1");
      assertThat(get(url + "/ngsi-ld/v1/types").statusCode()).isEqualTo(503);
      assertThat(get(ready.replaceAll(".*\"metrics\":\"([^\"]+).*", "$1")).body())
          .contains("ngsi_requests_total 1\n", "ngsi_requests_refused_total 1\n")
          .containsPattern("\nprocess_cpu_seconds_total 0*[1-9]?\\.?[0-9]*[1-9]");
    }
  }

  private static HttpResponse<String> get(String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json").build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void anUnknownFaultIsSaidInOneLine() throws Exception {
    isWrong("--faults=refuse=1%,slow", "--faults", "'slow'", "empty-queries", "delay-history");
  }

  @Test
  void aShareOfMoreThanAllIsSaidInOneLine() throws Exception {
    isWrong("--faults=refuse=101%", "--faults", "'refuse=101%'", "=1%");
  }

  @Test
  void aTimeWithoutAUnitIsSaidInOneLine() throws Exception {
    isWrong("--faults=delay-notifications=5", "--faults", "'delay-notifications=5'", "=200ms");
  }
}
