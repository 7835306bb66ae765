// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Cause;
import io.fleetload.pack.FlowSpec;
import io.fleetload.pack.Target;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NgsiProfileTest {
  private static final Path QUICKSTART = Path.of("profiles", "quickstart.yaml");
  private static final String EXTERNAL = "target={kind: external, url: http://10.0.0.5:9090}";

  private static NgsiProfile read(Path file, String... overrides) throws ProfileException {
    return (NgsiProfile)
        Scenario.read(file, List.of(overrides), Map.of(), (s, checks) -> {}).profile();
  }

  private static NgsiProfile quickstart(String... overrides) throws ProfileException {
    return read(QUICKSTART, overrides);
  }

  private static void assertRefused(String message, String... overrides) {
    assertThatThrownBy(() -> quickstart(overrides))
        .isInstanceOfSatisfying(
            ProfileException.class, e -> assertThat(e.problems()).as(e.getMessage()).hasSize(1))
        .hasMessageContaining(message);
  }

  @Test
  void onlyFlowsThatFollowNoOtherAreAskedForByTheirOwn() throws Exception {
    NgsiProfile profile = quickstart();

    assertThat(profile.flowsByName()).containsOnlyKeys("create", "query");
    assertThat(profile.flowNames()).containsExactly("create", "update", "delete", "query");
    assertThat(profile.steps()).containsOnlyKeys("update", "delete");
    assertThat(profile.steps().get("update").times()).isEqualTo(10);
  }

  @Test
  void whatTheBrokerNotifiesOfHasToArriveAndTheRestIsOfTheUsersAlone() throws Exception {
    List<FlowSpec> flows = new NgsiPack().flows(quickstart());

    assertThat(flows)
        .extracting(FlowSpec::name)
        .containsExactly("create", "update", "delete", "query");
    assertThat(flows).extracting(FlowSpec::deviceOnly).containsExactly(true, false, true, true);
    assertThat(flows.get(0).step()).isNull();
    assertThat(flows.get(2).step().after()).isEqualTo("create");
  }

  @Test
  void eachEntityOfABatchArrivesAtEachSubscriptionThatWatchesIt() throws Exception {
    NgsiProfile profile =
        quickstart("flows.update.batch=5", "subscriptions=[{type: store, each: 3, stamp: s}]");

    assertThat(new NgsiPack().flows(profile).get(1).receivers()).isEqualTo(15);
    assertThat(profile.flowsOfSeveralReceivers()).containsExactly("update");
  }

  @Test
  void eachUserHasAConnectionUnlessTheProfileSaysHowManyTheyShare() throws Exception {
    assertThat(quickstart().sessions()).isEqualTo(20);
    assertThat(quickstart("devices.connections=4").sessions()).isEqualTo(4);
  }

  @Test
  void aStatusIsWrittenAloneOrInAList() throws Exception {
    assertThat(quickstart().flows().get("create").expect().status()).containsExactly(201);
    assertThat(
            quickstart("flows.create.expect.status=[201, 409]")
                .flows()
                .get("create")
                .expect()
                .status())
        .containsExactly(201, 409);
  }

  @Test
  void aStepCanHaveAThreshold() throws Exception {
    assertThat(quickstart("thresholds=[flows.update.response.p99 < 100ms]").bounds()).hasSize(1);
  }

  @Test
  void dataLieBesideTheProfileWhereverItIsReadFrom(@TempDir Path directory) throws Exception {
    Path profile = directory.resolve("with-data.yaml");
    Files.writeString(profile, Files.readString(QUICKSTART));
    Files.writeString(directory.resolve("owners.csv"), "name\nhelga\n");

    NgsiProfile read = read(profile, "data.owners.file=owners.csv");

    assertThat(read.data().get("owners").file().path()).isEqualTo(directory.resolve("owners.csv"));
    assertThat(RedactedProfile.of(read).at("/data/owners/file").asText()).isEqualTo("owners.csv");
  }

  @Test
  void dataThatDoNotLastForTheRequestsAreRefused(@TempDir Path directory) throws Exception {
    Path profile = directory.resolve("with-data.yaml");
    Files.writeString(profile, Files.readString(QUICKSTART));
    Files.writeString(directory.resolve("owners.csv"), "name\nhelga\nhans\n");
    String queue = "data.owners={file: owners.csv, order: queue}";
    String body = "flows.delete.request=DELETE /ngsi-ld/v1/entities/{{owners.name}}";
    String three = "flows.create.closed={users: 1, iterations: 3}";

    assertThatThrownBy(() -> read(profile, queue, body, three))
        .hasMessageContaining("flows.delete.request: takes each row of its data once");
    assertThatThrownBy(() -> read(profile, queue, body, three, "phases.warmUp=0s"))
        .hasMessageContaining("flows.delete.request: has data for 2 requests, and 3 are asked for");
  }

  @Test
  void anEmptyFileOfDataIsOneLine(@TempDir Path directory) throws IOException {
    Path profile = directory.resolve("with-data.yaml");
    Files.writeString(profile, Files.readString(QUICKSTART));
    Files.writeString(directory.resolve("owners.csv"), "name\n");

    assertThatThrownBy(() -> read(profile, "data.owners.file=owners.csv"))
        .isInstanceOfSatisfying(
            ProfileException.class, e -> assertThat(e.problems()).as(e.getMessage()).hasSize(1))
        .hasMessageContaining("data.owners.file: ");
  }

  @Test
  void theEmbeddedBrokerStartsWithTheFaultsThatAreAskedFor() throws Exception {
    Target target =
        new NgsiPack()
            .target(quickstart("target.faults={loseNotifications: 1%, delayNotifications: 200ms}"));

    assertThat(target.launch().arguments(1, 9103))
        .containsExactly(
            "--metrics-port",
            "9103",
            "--faults",
            "lose-notifications=1%,delay-notifications=200ms");
    assertThat(target.companion()).isNull();
    assertThat(target.preparation()).isEqualTo(Target.Preparation.APPLY_AND_REMOVE);
  }

  @Test
  void whatTheReadyLineSaysPointsTheToolsAtTheBroker() throws Exception {
    Target.Ready ready =
        new NgsiPack()
            .target(quickstart())
            .launch()
            .ready(
                "{\"event\":\"ready\",\"url\":\"http://127.0.0.1:1\","
                    + "\"context\":\"http://127.0.0.1:1/context.jsonld\","
                    + "\"metrics\":\"http://127.0.0.1:3/metrics\"}");

    assertThat(ready.overrides())
        .containsExactly(
            "target.url=http://127.0.0.1:1", "target.context=http://127.0.0.1:1/context.jsonld");
    assertThat(ready.described()).contains("embedded", "stand-in");
  }

  @Test
  void anExternalBrokerFindsTheContextUnderTheNameOfThisHostThatItKnows() throws Exception {
    Target target = new NgsiPack().target(quickstart(EXTERNAL, "receiver.host=tester.lan"));

    assertThat(target.embedded()).isFalse();
    assertThat(target.addresses()).containsExactly("10.0.0.5:9090");
    assertThat(target.companion().arguments(1, 0))
        .containsExactly("--context-only", "--host", "0.0.0.0");
    assertThat(
            target
                .companion()
                .ready("{\"context\":\"http://0.0.0.0:8123/context.jsonld\"}")
                .overrides())
        .containsExactly("target.context=http://tester.lan:8123/context.jsonld");
  }

  @Test
  void theHostOfTheContextIsReachedFromThisHostAloneOrUnderAnIpv6AddressWhereTheReceiverIs()
      throws Exception {
    NgsiPack pack = new NgsiPack();

    assertThat(
            pack.target(quickstart(EXTERNAL, "receiver.host=localhost"))
                .companion()
                .arguments(1, 0))
        .containsExactly("--context-only");
    assertThat(
            pack.target(quickstart(EXTERNAL, "receiver.host='fd00::5'"))
                .companion()
                .ready("{\"context\":\"http://0.0.0.0:8123/context.jsonld\"}")
                .overrides())
        .containsExactly("target.context=http://[fd00::5]:8123/context.jsonld");
  }

  @Test
  void noHostOfTheContextIsStartedWhereNobodyAsksForOne() throws Exception {
    NgsiPack pack = new NgsiPack();

    assertThat(pack.target(quickstart(EXTERNAL, "context.send=core")).companion()).isNull();
    assertThat(
            pack.target(quickstart(EXTERNAL, "target.context=http://10.0.0.5/c.jsonld"))
                .companion())
        .isNull();
  }

  @Test
  void whyTheFirstConnectionDidNotOpenIsSaidInOneLine() throws Exception {
    assertThat(new NgsiPack().unreachable(quickstart(EXTERNAL), null, Cause.Transport.UNREACHABLE))
        .isEqualTo(
            "the broker at http://10.0.0.5:9090 is not reachable: nothing listens there (target.url)");
    assertThat(
            new NgsiPack().unreachable(quickstart(EXTERNAL), null, new Cause.Protocol("notHttp2")))
        .isEqualTo(
            "the broker at http://10.0.0.5:9090 does not speak HTTP/2: write devices.http: 1.1");
    assertThat(
            new NgsiPack()
                .unreachable(
                    quickstart("target={kind: external, url: https://10.0.0.5:9090}"),
                    null,
                    Cause.Transport.HANDSHAKE))
        .startsWith("the broker at https://10.0.0.5:9090 opens no TLS connection: look whether");
    assertThat(new NgsiPack().unreachable(quickstart(EXTERNAL), null, Cause.Transport.TIMEOUT))
        .isEqualTo(
            "the broker at http://10.0.0.5:9090 opens no connection: transport.timeout (target.url)");
  }

  @Test
  void aPathMayBeginWithWhatWasSaved() throws Exception {
    NgsiProfile profile =
        quickstart(
            "flows.create.save={location: Location}", "flows.delete.request=DELETE {{location}}");

    assertThat(profile.flows().get("delete").path()).isEqualTo("{{location}}");
  }

  @Test
  void headersAreNotShown() throws Exception {
    NgsiProfile profile =
        quickstart(
            "target.headers={Authorization: Bearer 123}",
            "flows.query.headers={Authorization: Bearer 123}");

    assertThat(profile.target().toString()).doesNotContain("123");
    assertThat(profile.flows().get("query").toString()).doesNotContain("123");
    assertThat(RedactedProfile.of(profile).toString()).doesNotContain("123");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "devices.connections=21; devices.connections: found 21, expected at most 20 (devices.count)",
        "flows.delete.after.flow=creation; flows.delete: follows \"creation\", which this profile has not",
        "flows.delete.rate=10/s; flows.delete.after: is given together with rate",
        "flows.query={request: GET /}; flows.query: has no messages to send, expected one of rate",
        "flows.update.after.times=0; flows.update.after.times: found \"0\", expected at least 1",
        "flows.query.request=LOOK /; flows.query.request: found \"LOOK /\", expected a method and",
        "flows.query.expect.status=[20]; flows.query.expect.status: found 20, expected a status of",
        "flows.query.expect.status=ok; flows.query.expect.status: found \"ok\", expected a whole number, or a list",
        "flows.query.expect.status=[ok]; flows.query.expect.status[0]: found \"ok\", expected a whole",
        "flows.query.expect.found=1; flows.query.expect.foundExactly: is given together with found",
        "flows.query.unknown=1; flows.query.unknown: unknown key; allowed here: rate, stages",
        "flows.query=3; flows.query: found a value that may be secret and is not shown, expected a mapping with rate, stages",
        "data=3; data: found \"3\", expected a mapping of names to sections",
        "flows.query.body={}; flows.query.body: found a mapping, expected a text",
        "flows.query.body='{}'; flows.query.body: is given, and a GET has none",
        "flows.delete.batch=3; flows.delete.batch: needs a body, of which so many are sent",
        "flows.create.body='{'; flows.create.body: ",
        "flows.create.body='{\"a\": \"{{usr}}\"}'; flows.create.body: ",
        "flows.query.request=GET /{{oops}}; flows.query.request: ",
        "flows.query.request=GET {{user}}/x; flows.query.request: begins with {{user}}, which is no path",
        "flows.a-b={rate: 1/s, request: GET /}; flows.a-b: is no name for a flow, expected letters",
        "flows.update.notified=false; subscriptions: need a flow with notified: true",
        "subscriptions=[]; subscriptions: are missing; a flow with notified: true needs one",
        "flows.update.body='{}'; flows.update.body: has no {{stamp}}",
        "flows.delete.notified=true; flows.delete.notified: needs a body with {{stamp}} in it",
        "subscriptions=[{type: store, stamp: s, count: 2}]; subscriptions[0].count: needs an id with",
        "subscriptions=[{type: store, stamp: s, count: 2, id: a}]; subscriptions[0].id: has no {{n}}",
        "subscriptions=[{type: store, stamp: s, attributes: [a]}]; subscriptions[0].attributes: lack s",
        "receiver={port: 65535, endpoints: 2}; receiver.port: found 65535, after which there are no 2",
        "tearDown=[{type: shelf, ids: ''}]; tearDown[0].ids: is empty",
        "data.x.file=none.csv; data.x.file: ",
        "target.tls={}; target.tls: needs target.kind: external",
        "target.kind=external; target.url: is missing; an external target needs http://host:port",
        "target.url=http://a:b; target.url: found \"http://a:b\", which names no host"
      })
  void whatCannotBeIsSaidInOneLine(String override, String message) {
    assertRefused(message, override);
  }

  @Test
  void aProfileWithoutRequestsIsRefused() {
    assertRefused(
        "flows: have no request, expected one at least", "flows={}", "subscriptions=null");
  }

  @Test
  void aCircleOfStepsIsRefused() {
    assertThatThrownBy(() -> quickstart("flows.create.after.flow=delete"))
        .hasMessageContaining("flows.create.after");
    assertThatThrownBy(
            () ->
                quickstart(
                    "subscriptions=null",
                    "flows={a: {after: {flow: b}, request: GET /}, b: {after: {flow: a}, request: GET /}}"))
        .hasMessageContaining("flows: all follow others");
  }
}
