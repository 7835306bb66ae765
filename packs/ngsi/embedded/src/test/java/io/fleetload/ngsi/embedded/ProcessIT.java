// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIT {
  private static final List<String> SMALL =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");
  private static final String FAULTS =
      "allowed is lose-notifications, repeat-notifications, merge-notifications, empty-queries,"
          + " refuse, each with a share such as =1%, and delay-notifications, delay-history, each"
          + " with a time such as =200ms";

  @Test
  void itEndsWhenItsInputCloses() throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL)) {
      assertThat(server.says())
          .matches(
              "\\{\"event\":\"ready\",\"tool\":\"ngsi-broker\",\"url\":\"http://127.0.0.1:\\d+\","
                  + "\"context\":\"http://127.0.0.1:\\d+/context.jsonld\","
                  + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}");
      server.closeItsInput();
      assertThat(server.exitCode()).isZero();
      assertThat(server.says()).isNull();
      assertThat(server.complaints()).isEmpty();
    }
  }

  @Test
  void aSignalEndsIt() throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL)) {
      assertThat(server.says()).contains("ready");
      server.signal();
      assertThat(server.exitCode()).isEqualTo(128 + 15);
      assertThat(server.complaints()).isEmpty();
    }
  }

  @Test
  void forARealBrokerItServesTheContextAndNothingElse() throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL, "--context-only")) {
      String ready = server.says();
      String context = ready.replaceAll(".*\"context\":\"([^\"]+).*", "$1");
      assertThat(get(context).body()).contains("\"@context\"", "\"timed-entity\"");
      String entities = context.replace("/context.jsonld", "/ngsi-ld/v1/entities?type=store");
      assertThat(get(entities).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void itsPageSaysWhatItDidAndWhatItCost() throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL, "--faults=refuse=100%")) {
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

  @ParameterizedTest
  @ValueSource(strings = {"--port", "--metrics-port"})
  void aPortThatIsTakenIsSaidInOneLine(String option) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerProcess server = new ServerProcess(SMALL, option + "=" + taken.getLocalPort())) {
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("ngsi-broker: cannot listen on 127.0.0.1:" + taken.getLocalPort() + " (")
          .contains("in use")
          .endsWith("); another port: " + option + ", 0 for one that is free");
    }
  }

  @Test
  void anUnknownFaultIsSaidInOneLine() throws Exception {
    complains("--faults=refuse=1%,slow", "--faults: found 'slow', " + FAULTS);
  }

  @Test
  void aShareOfMoreThanAllIsSaidInOneLine() throws Exception {
    complains("--faults=refuse=101%", "--faults: found 'refuse=101%', " + FAULTS);
  }

  @Test
  void aTimeWithoutAUnitIsSaidInOneLine() throws Exception {
    complains(
        "--faults=delay-notifications=5", "--faults: found 'delay-notifications=5', " + FAULTS);
  }

  @Test
  void aWrongPortIsSaidInOneLine() throws Exception {
    complains("--port=65536", "--port: found '65536', allowed is 0 to 65535");
  }

  private static void complains(String argument, String complaint) throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL, argument)) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.complaints()).containsExactly("ngsi-broker: " + complaint + "; see --help");
    }
  }
}
