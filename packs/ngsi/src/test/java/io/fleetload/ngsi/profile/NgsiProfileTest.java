// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.driver.Cause;
import io.fleetload.flow.FlowSet;
import io.fleetload.flow.FlowSpec;
import io.fleetload.ngsi.NgsiPack;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NgsiProfileTest {
  private static final Path QUICKSTART = Path.of("profiles", "quickstart.yaml");
  private static final String EXTERNAL = "target={kind: external, url: http://10.0.0.5:9090}";

  private static NgsiProfile read(Path file, String... overrides) throws ProfileException {
    return (NgsiProfile) Scenario.read(file, List.of(overrides), Map.of()).profile();
  }

  private static NgsiProfile quickstart(String... overrides) throws ProfileException {
    return read(QUICKSTART, overrides);
  }

  private static final Golden WORDS = Golden.of("profile");

  /** The one mistake for which a profile is refused, at that key. */
  private static AbstractStringAssert<?> assertRefused(String key, String... overrides) {
    ProfileException refused =
        catchThrowableOfType(ProfileException.class, () -> quickstart(overrides));
    String name = String.join(" ", overrides);
    assertThat(refused).as(name).isNotNull();
    assertThat(refused.problems()).as(refused.getMessage()).hasSize(1);
    WORDS.holds(name, refused.getMessage().replaceFirst("^profiles/.*yaml:\\d+: ", "FILE: "));
    return assertThat(refused.getMessage()).contains(key + ": ");
  }

  @Test
  void onlyFlowsThatFollowNoOtherAreAskedForByTheirOwn() throws Exception {
    NgsiProfile profile = quickstart();

    assertThat(profile.flowsByName()).containsOnlyKeys("create", "query");
    FlowSet flows = Scenario.of(new NgsiPack(), profile).flows();
    assertThat(flows.names()).containsExactly("create", "update", "delete", "query");
    assertThat(flows.steps().byName()).containsOnlyKeys("update", "delete");
    assertThat(flows.steps().byName().get("update").times()).isEqualTo(10);
  }

  @Test
  void whatTheBrokerNotifiesOfHasToArriveAndTheRestIsOfTheUsersAlone() throws Exception {
    List<FlowSpec> flows = new NgsiPack().describe(quickstart()).flows();

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

    assertThat(new NgsiPack().describe(profile).flows().get(1).receivers()).isEqualTo(15);
    assertThat(Scenario.of(new NgsiPack(), profile).flows().receivers())
        .containsEntry("update", 15);
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
  void fewerRowsThanUsersAreRefusedWhereEachTakesOne(@TempDir Path directory) throws Exception {
    Path profile = directory.resolve("with-data.yaml");
    Files.writeString(profile, Files.readString(QUICKSTART));
    Files.writeString(directory.resolve("owners.csv"), "name\nhelga\nhans\n");
    String device = "data.owners={file: owners.csv, per: device}";
    String two = "flows.create.closed.users=2";

    assertThatThrownBy(() -> read(profile, device, two, "devices.count=3"))
        .hasMessageContainingAll("data.owners.file: ", "the 3 devices", "2 rows");
    assertThat(read(profile, device, two, "devices.count=2").data()).containsOnlyKeys("owners");
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
        .hasMessageContainingAll("flows.delete.request: ", "each row");
    assertThatThrownBy(() -> read(profile, queue, body, three, "phases.warmUp=0s"))
        .hasMessageContainingAll("flows.delete.request: ", "2 requests", "3");
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
            .describe(
                quickstart("target.faults={loseNotifications: 1%, delayNotifications: 200ms}"))
            .target();

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
    Launch.ReadyValues ready =
        new NgsiPack()
            .describe(quickstart())
            .target()
            .launch()
            .ready(
                Map.of(
                    "url",
                    "http://127.0.0.1:1",
                    "context",
                    "http://127.0.0.1:1/context.jsonld",
                    "metrics",
                    "http://127.0.0.1:3/metrics"));

    assertThat(ready.overrides())
        .containsExactlyInAnyOrder(
            "target.url=http://127.0.0.1:1", "target.context=http://127.0.0.1:1/context.jsonld");
    assertThat(ready.described()).contains("embedded", "stand-in");
  }

  @Test
  void anExternalBrokerFindsTheContextUnderTheNameOfThisHostThatItKnows() throws Exception {
    Target target =
        new NgsiPack().describe(quickstart(EXTERNAL, "receiver.host=tester.lan")).target();

    assertThat(target.embedded()).isFalse();
    assertThat(target.addresses()).containsExactly("10.0.0.5:9090");
    assertThat(target.companion().arguments(1, 0))
        .containsExactly("--context-only", "--host", "0.0.0.0");
    assertThat(
            target
                .companion()
                .ready(Map.of("context", "http://0.0.0.0:8123/context.jsonld"))
                .overrides())
        .containsExactlyInAnyOrder("target.context=http://tester.lan:8123/context.jsonld");
  }

  @Test
  void theHostOfTheContextIsReachedFromThisHostAloneOrUnderAnIpv6AddressWhereTheReceiverIs()
      throws Exception {
    NgsiPack pack = new NgsiPack();

    assertThat(
            pack.describe(quickstart(EXTERNAL, "receiver.host=localhost"))
                .target()
                .companion()
                .arguments(1, 0))
        .containsExactly("--context-only");
    assertThat(
            pack.describe(quickstart(EXTERNAL, "receiver.host='fd00::5'"))
                .target()
                .companion()
                .ready(Map.of("context", "http://0.0.0.0:8123/context.jsonld"))
                .overrides())
        .containsExactlyInAnyOrder("target.context=http://[fd00::5]:8123/context.jsonld");
  }

  @Test
  void noHostOfTheContextIsStartedWhereNobodyAsksForOne() throws Exception {
    NgsiPack pack = new NgsiPack();

    assertThat(pack.describe(quickstart(EXTERNAL, "context.send=core")).target().companion())
        .isNull();
    assertThat(
            pack.describe(quickstart(EXTERNAL, "target.context=http://10.0.0.5/c.jsonld"))
                .target()
                .companion())
        .isNull();
  }

  @Test
  void whyTheFirstConnectionDidNotOpenIsSaidInOneLine() throws Exception {
    NgsiPack pack = new NgsiPack();
    NgsiProfile plain = quickstart(EXTERNAL);
    NgsiProfile tls = quickstart("target={kind: external, url: https://10.0.0.5:9090}");
    String away = pack.describe(plain).unreachable(null, Cause.Transport.UNREACHABLE);
    String http1 = pack.describe(plain).unreachable(null, new Cause.Protocol("notHttp2"));
    String handshake = pack.describe(tls).unreachable(null, Cause.Transport.HANDSHAKE);
    String timeout = pack.describe(plain).unreachable(null, Cause.Transport.TIMEOUT);

    assertThat(away).contains("http://10.0.0.5:9090", "nothing listens", "(target.url)");
    assertThat(http1).contains("http://10.0.0.5:9090", "HTTP/2", "devices.http: 1.1");
    assertThat(handshake).contains("https://10.0.0.5:9090", "TLS");
    assertThat(timeout).contains("http://10.0.0.5:9090", "transport.timeout", "(target.url)");
    Golden.of("run")
        .holds("no first connection", String.join("\n", away, http1, handshake, timeout));
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
        "devices.connections=21; devices.connections; 21",
        "flows.delete.after.flow=creation; flows.delete; \"creation\"",
        "flows.delete.rate=10/s; flows.delete.after; rate",
        "flows.query={request: GET /}; flows.query; rate",
        "flows.update.after.times=0; flows.update.after.times; \"0\"",
        "flows.query.request=LOOK /; flows.query.request; \"LOOK /\"",
        "flows.query.expect.status=[20]; flows.query.expect.status; 20",
        "flows.query.expect.status=ok; flows.query.expect.status; \"ok\"",
        "flows.query.expect.status=[ok]; flows.query.expect.status[0]; \"ok\"",
        "flows.query.expect.found=1; flows.query.expect.foundExactly; found",
        "flows.query.unknown=1; flows.query.unknown; stages",
        "flows.query=3; flows.query; secret",
        "data=3; data; \"3\"",
        "flows.query.body={}; flows.query.body; a mapping",
        "flows.query.body='{}'; flows.query.body; GET",
        "flows.delete.batch=3; flows.delete.batch; body",
        "flows.create.body='{'; flows.create.body; JSON",
        "flows.create.body='{\"a\": \"{{usr}}\"}'; flows.create.body; {{usr}}",
        "flows.query.request=GET /{{oops}}; flows.query.request; {{oops}}",
        "flows.query.request=GET {{user}}/x; flows.query.request; {{user}}",
        "flows.a-b={rate: 1/s, request: GET /}; flows.a-b; letters",
        "flows.update.notified=false; subscriptions; notified: true",
        "subscriptions=[]; subscriptions; notified: true",
        "flows.update.body='{}'; flows.update.body; {{stamp}}",
        "flows.delete.notified=true; flows.delete.notified; {{stamp}}",
        "subscriptions=[{type: store, stamp: s, count: 2}]; subscriptions[0].count; id",
        "subscriptions=[{type: store, stamp: s, count: 2, id: a}]; subscriptions[0].id; {{n}}",
        "subscriptions=[{type: store, stamp: s, attributes: [a]}]; subscriptions[0].attributes; lack s",
        "receiver={port: 65535, endpoints: 2}; receiver.port; 65535",
        "tearDown=[{type: shelf, ids: ''}]; tearDown[0].ids; empty",
        "data.x.file=none.csv; data.x.file; none.csv",
        "target.headers={Content-Length: 5}; target.headers.Content-Length; leave it out",
        "target.headers={transfer-encoding: chunked}; target.headers.transfer-encoding; leave it out",
        "target.headers={X Y: a}; target.headers.X Y; letters",
        "target.headers={'': a}; target.headers.; letters",
        "target.headers={':authority': a}; target.headers.:authority; letters",
        "target.headers={A: \"b\\nc: d\"}; target.headers.A; one line",
        "target.headers={\"A\\rB\": c}; target.headers.A?B; letters",
        "flows.query.headers={Connection: close}; flows.query.headers.Connection; leave it out",
        "target={kind: external, url: 'http://h:0'}; target.url; 1 to 65535",
        "target={kind: external, url: 'http://h:99999'}; target.url; 1 to 65535",
        "target.tls={}; target.tls; target.kind",
        "target.kind=external; target.url; http://host:port",
        "target.url=http://a:b; target.url; \"http://a:b\""
      })
  void whatCannotBeIsSaidInOneLine(String override, String key, String value) {
    assertRefused(key, override).contains(value);
  }

  @Test
  void aProfileWithoutRequestsIsRefused() {
    assertRefused("flows", "flows={}", "subscriptions=null").contains("no request");
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

  private static final String V2 =
      """
      pack: ngsi
      run: { name: v2 }
      target: { kind: external, url: "http://127.0.0.1:1", broker: orion }
      devices: { count: 1 }
      phases: { measure: 1s }
      flows: { get: { rate: 1/s, request: "%s"%s } }
      """;

  /** What is wrong with a request to Orion. */
  private static List<String> wrong(Path directory, String request, String body) throws Exception {
    Path file = directory.resolve("v2.yaml");
    Files.writeString(
        file, V2.formatted(request, body.equals("null") ? "" : ", body: '" + body + "'"));
    ProfileException refused = catchThrowableOfType(ProfileException.class, () -> read(file));
    if (refused == null) {
      return List.of();
    }
    WORDS.holds(request + " " + body, refused.getMessage().replaceAll("(?m)^[^:]*yaml:\\d+: ", ""));
    return refused.problems().stream().map(Object::toString).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "GET /v2/entities?type=store&q=a==1|b==2            # null # |",
        "GET /v2/entities?q=(a>2)                           # null # (",
        "GET /v2/entities?q=a==                             # null # nothing",
        "GET /v2/entities?q=a>=b=c                          # null # =",
        "GET /v2/entities?options=keyvalues                 # null # keyvalues",
        "GET /v2/entities?type=                             # null # type",
        "GET /v2/entities?id=a&idPattern=b                  # null # idPattern",
        "GET /v2/entities/urn:x:(a)                         # null # (",
        "GET /v2/entities?type=T%28                         # null # (",
        "POST /v2/entities # '{\"id\":\"urn:x:(a)=0\",\"type\":\"T\"}'   # (",
        "POST /v2/entities # '{\"id\":\"urn x\",\"type\":\"T\"}'         # urn x",
        "POST /v2/entities # '{\"id\":\"a\",\"type\":\"T E\"}'           # T E",
        "POST /v2/entities # '{\"id\":\"a\",\"b\":5}'                    # keyValues",
        "POST /v2/entities # '{\"id\":\"a\",\"b\":{\"value\":\"(50%); a=b\"}}' # (",
        "POST /v2/entities/a/attrs # '{\"b\":{\"value\":[{\"c\":\"x=y\"}]}}'  # =",
        "PUT /v2/entities/a/attrs/b # '{\"value\":\"x;y\"}'                 # ;",
        "POST /v2/entities?options=keyValues # '{\"id\":\"a\",\"b\":\"<c>\"}' # <",
      })
  void whatOrionRefusesIsSaidBeforeTheRun(
      String request, String body, String named, @TempDir Path directory) throws Exception {
    assertThat(wrong(directory, request, body)).singleElement().asString().contains(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "GET /v2/entities?type=store&q=open=='true';owner=='urn:{{int(1,5)}}'&options=keyValues # null",
        "GET /v2/entities?idPattern=^(a|b)$&options=count,keyValues                       # null",
        "GET /v2/entities?georel=near;maxDistance:1000&geometry=point&coords=1,2          # null",
        "GET /version?a=(b)                                                               # null",
        "POST /v2/entities # '{\"id\":\"urn:{{user}}\",\"b\":{\"value\":\"{{choice(a,b) as text}}\"}}'",
        "POST /v2/entities # '{\"id\":\"a\",\"b\":{\"type\":\"TextUnrestricted\",\"value\":\"a=b\"}}'",
      })
  void whatOrionTakesIsNoMistake(String request, String body, @TempDir Path directory)
      throws Exception {
    assertThat(wrong(directory, request, body)).isEmpty();
  }

  @Test
  void aTenantHasTheLettersThatOrionTakes() {
    assertRefused(
        "target.tenant", "target.broker=orion", "target.tenant=load-1", "context.send=none");
  }
}
