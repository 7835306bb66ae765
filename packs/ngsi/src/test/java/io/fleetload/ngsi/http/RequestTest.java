// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.body.Feeders;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestTest {
  private static final String CORE_LINK =
      "<https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.7.jsonld>;"
          + " rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\"";
  private static final String LINK =
      CORE_LINK.replace(
          "https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.7.jsonld",
          "http://c/context.jsonld");

  private static OutgoingRequest request(String target, String rest) throws Exception {
    NgsiProfile profile = TestUsers.profile("http://b", target, "", rest);
    String flow = profile.flows().keySet().iterator().next();
    Stamp stamp = new Stamp(TestUsers.RUN, flow, Period.MEASURED, 2, 7, 1, 2);
    return new Requests(profile, Feeders.NONE, RunClock.system())
        .of(new Message(flow, 2, 5, stamp, null, new byte[0]));
  }

  private static Map<String, String> headers(OutgoingRequest request) {
    Map<String, String> headers = new LinkedHashMap<>();
    request.headers().forEach(each -> headers.put(each.getKey(), each.getValue()));
    return headers;
  }

  private static String body(OutgoingRequest request) {
    return request.body().toString(StandardCharsets.UTF_8);
  }

  private static final String CREATE =
      "flows: { create: { rate: 1/s, request: POST /e, body: '{ \"id\": \"urn:{{user}}-{{iteration}}-{{n}}\" }' } }";
  private static final String QUERY =
      "flows: { query: { rate: 1/s, request: \"GET /e?type=store\" } }";

  @Test
  void aMessageFillsPathHeadersAndBody() throws Exception {
    OutgoingRequest request =
        request(
            "",
            """
            flows:
              update:
                rate: 1/s
                request: "PATCH /e/urn:{{user}}"
                body: '{ "v": "{{n}}", "t": "{{stamp}}" }'
                headers: { X-Run: "run {{run}}" }
            """);

    assertThat(request.method().name()).isEqualTo("PATCH");
    assertThat(request.path()).isEqualTo("/e/urn:2");
    assertThat(body(request))
        .isEqualTo(
            "{\"v\":7,\"t\":\"fl1:1f:update:m:2:7:1:2\",\"@context\":\"http://c/context.jsonld\"}");
    assertThat(headers(request)).containsEntry("X-Run", "run 1f");
  }

  @Test
  void theContextIsInTheBodyWhereNothingIsSaid() throws Exception {
    OutgoingRequest request = request("", CREATE);

    assertThat(body(request))
        .isEqualTo("{\"id\":\"urn:2-5-7\",\"@context\":\"http://c/context.jsonld\"}");
    assertThat(headers(request))
        .containsOnly(
            Map.entry("Accept", "application/ld+json"),
            Map.entry("Content-Type", "application/ld+json"));
  }

  @Test
  void aRequestWithoutABodyLinksTheContext() throws Exception {
    OutgoingRequest request = request("", QUERY);

    assertThat(request.body()).isNull();
    assertThat(headers(request))
        .containsOnly(Map.entry("Accept", "application/ld+json"), Map.entry("Link", LINK));
  }

  @Test
  void aListOfIdsHasNoPlaceForAContext() throws Exception {
    OutgoingRequest request =
        request(
            "",
            "flows: { delete: { rate: 1/s, request: POST /delete, batch: 2, body: '\"urn:{{index}}\"' } }");

    assertThat(body(request)).isEqualTo("[\"urn:0\",\"urn:1\"]");
    assertThat(headers(request))
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Link", LINK);
  }

  @Test
  void theContextCanBeLinked() throws Exception {
    OutgoingRequest request = request("", "context: { send: link }\n" + CREATE);

    assertThat(body(request)).isEqualTo("{\"id\":\"urn:2-5-7\"}");
    assertThat(headers(request))
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Link", LINK);
  }

  @Test
  void theCoreContextCanBeLinked() throws Exception {
    assertThat(headers(request("", "context: { send: core }\n" + CREATE)))
        .containsEntry("Link", CORE_LINK);
  }

  @Test
  void ofNgsiV2NoContextIsSent() throws Exception {
    OutgoingRequest request = request(", broker: orion, tenant: t", CREATE);

    assertThat(body(request)).isEqualTo("{\"id\":\"urn:2-5-7\"}");
    assertThat(headers(request))
        .containsOnly(
            Map.entry("Accept", "application/json"),
            Map.entry("Content-Type", "application/json"),
            Map.entry("Fiware-Service", "t"));
  }

  @Test
  void aBodyWithAContextOfItsOwnKeepsIt() throws Exception {
    OutgoingRequest request =
        request(
            "",
            "context: { send: none }\n"
                + "flows: { create: { rate: 1/s, request: POST /e, body: '{ \"@context\": \"http://x\" }' } }");

    assertThat(headers(request))
        .containsEntry("Content-Type", "application/ld+json")
        .doesNotContainKey("Link");
  }

  @Test
  void whatAFlowSaysGoesBeforeWhatTheTargetSaysWhateverTheCase() throws Exception {
    OutgoingRequest request =
        request(
            ", tenant: t, headers: { accept: a, X-Key: of the target }",
            """
            flows:
              query: { rate: 1/s, request: "GET /e", headers: { ACCEPT: b } }
            """);

    assertThat(headers(request))
        .hasEntrySatisfying("X-Key", value -> assertThat(value).isEqualTo("of the target"))
        .containsEntry("NGSILD-Tenant", "t");
    assertThat(request.headers().getAll("accept")).containsExactly("b");
  }

  @Test
  void aPostWithoutABodySaysThatItHasNone() throws Exception {
    assertThat(headers(request("", "flows: { do: { rate: 1/s, request: POST /e } }")))
        .containsEntry("Content-Length", "0")
        .doesNotContainKey("Content-Type");
  }

  @Test
  void aTemplateThatIsWrongIsNamedWithItsKey() {
    assertThatThrownBy(
            () ->
                request(
                    "",
                    "flows: { put: { rate: 1/s, request: PUT /e, body: '{\"v\":\"{{m}}\"}' } }"))
        .hasMessageContaining(": flows.put.body: ");
    assertThatThrownBy(
            () -> request("", "flows: { put: { rate: 1/s, request: \"PUT /{{usr}}\" } }"))
        .hasMessageContaining(": flows.put.request: ");
  }

  @Test
  void aHeaderThatCannotBeSentIsNamedWithoutItsValue() {
    assertThatThrownBy(() -> request(", headers: { \"X Key\": secret }", QUERY))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining(": target.headers.X Key: ")
        .message()
        .doesNotContain("secret");
    assertThatThrownBy(() -> request(", headers: { X-Key: \"sec\\nret\" }", QUERY))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining(": target.headers.X-Key: ")
        .message()
        .doesNotContain("sec\n", "ret\n");
  }
}
