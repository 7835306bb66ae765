// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Cause;
import io.fleetload.pack.FlowSpec;
import io.fleetload.pack.Target;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArionProfileTest {
  private static final Path PROFILES = Path.of("profiles");
  private static final String EXTERNAL = "target={kind: external, server: 10.0.0.5:9090}";

  private static ArionProfile read(String file, String... overrides) throws ProfileException {
    Path path = PROFILES.resolve(file);
    return (ArionProfile)
        Scenario.read(path, List.of(overrides), Map.of(), (s, checks) -> {}).profile();
  }

  private static void assertRefused(String message, String... overrides) {
    assertThatThrownBy(() -> read("quickstart.yaml", overrides))
        .isInstanceOfSatisfying(
            ProfileException.class, e -> assertThat(e.problems()).as(e.getMessage()).hasSize(1))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "quickstart.yaml, 2000, 2",
    "unary-read.yaml, 100000, 0",
    "stream-read.yaml, 100000, 0",
    "write.yaml, 20000, 3",
    "watch.yaml, 10000, 0",
    "hazelcast-watch.yaml, 10000, 0"
  })
  void itsProfilesAreRead(String file, int rules, int watchers) throws Exception {
    ArionProfile profile = read(file);

    assertThat(profile.rules().count()).isEqualTo(rules);
    assertThat(profile.watchers().each()).isEqualTo(watchers);
    assertThat(new ArionPack().backend(profile, null, null).isPresent()).isEqualTo(watchers > 0);
    assertThat(profile.sessions()).isEqualTo(1);
  }

  @Test
  void aWriteHasToArriveAtEachWatcherAndIsReadBackByItsClientAlone() throws Exception {
    List<FlowSpec> flows = new ArionPack().flows(read("write.yaml"));

    assertThat(flows).extracting(FlowSpec::name).containsExactly("write", "readBack");
    assertThat(flows.get(0).receivers()).isEqualTo(3);
    assertThat(flows.get(0).deviceOnly()).isFalse();
    assertThat(flows.get(1).answers()).isEqualTo("write");
    assertThat(flows.get(1).deviceOnly()).isTrue();
  }

  @Test
  void aStreamHasAsManyAnswersAsRequestsAndAFullLoadAsManyAsItsGroupHasRules() throws Exception {
    assertThat(new ArionPack().flows(read("stream-read.yaml")))
        .extracting(FlowSpec::responses)
        .containsExactly(100);
    assertThat(new ArionPack().flows(read("watch.yaml", "rules.groups=4")))
        .extracting(FlowSpec::responses)
        .containsExactly(2_500);
  }

  @Test
  void whatIsReadBackCanHaveAThreshold() throws Exception {
    ArionProfile profile =
        read("quickstart.yaml", "thresholds=[flows.readBack.response.p99 < 100ms]");

    assertThat(profile.bounds()).hasSize(1);
  }

  @Test
  void anExternalTargetIsLookedAtOrWrittenTo() throws Exception {
    ArionProfile profile = read("unary-read.yaml", EXTERNAL, "target.provision=false");

    Target target = new ArionPack().target(profile);
    assertThat(target.embedded()).isFalse();
    assertThat(target.preparation()).isEqualTo(Target.Preparation.CHECK);
    assertThat(new ArionPack().target(read("unary-read.yaml", EXTERNAL)).preparation())
        .isEqualTo(Target.Preparation.APPLY);
  }

  @Test
  void theServerStartsWithTheFaultsThatAreAskedFor() throws Exception {
    ArionProfile profile =
        read("unary-read.yaml", "target.faults={halfClose: true, silentUnknown: false, cut: 99}");

    assertThat(new ArionPack().target(profile).launch().arguments(1, 9103))
        .containsExactly("--metrics-port", "9103", "--faults", "half-close,cut=99");
  }

  @Test
  void whatTheReadyLineSaysPointsTheToolsAtTheServer() throws Exception {
    Target.Ready ready =
        new ArionPack()
            .target(read("unary-read.yaml"))
            .launch()
            .ready(
                "{\"event\":\"ready\",\"server\":\"127.0.0.1:1\",\"hazelcast\":\"127.0.0.1:2\","
                    + "\"metrics\":\"http://127.0.0.1:3/metrics\"}");

    assertThat(ready.overrides())
        .containsExactly("target.server=127.0.0.1:1", "target.hazelcast=127.0.0.1:2");
    assertThat(ready.described()).contains("embedded", "ours");
  }

  @Test
  void whyTheFirstConnectionDidNotOpenIsSaidInOneLine() throws Exception {
    ArionProfile profile = read("unary-read.yaml", EXTERNAL);
    ArionPack pack = new ArionPack();

    assertThat(pack.unreachable(profile, null, Cause.Transport.UNREACHABLE))
        .isEqualTo(
            "the server at 10.0.0.5:9090 is not reachable: nothing listens there (target.server)");
    assertThat(
            pack.unreachable(
                profile, null, new Cause.Protocol("grpc.unimplemented.arion.schema.Watch/Watch")))
        .isEqualTo(
            "the server at 10.0.0.5:9090 has no method arion.schema.Watch/Watch: it is no Arion master (target.server)");
  }

  @Test
  void metadataIsNotShown() throws Exception {
    ArionProfile profile = read("unary-read.yaml", "target.metadata={authorization: Bearer 123}");

    assertThat(profile.target().toString()).doesNotContain("123");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rules.count=2001; rules.count: found 2001, expected a multiple of rules.groups, which is 2",
        "rules.networks=3000; rules.networks: found 3000, expected at most 2000 (rules.count)",
        "devices.connections=13; devices.connections: found 13, expected at most 12 (devices.count)",
        "devices.deadline=0s; devices.deadline: found \"0s\", expected a length of time above 0",
        "flows.read.keys=3000; flows.read.keys: found 3000, expected at most 2000 (rules.count)",
        "flows.read.unknown=101%; flows.read.unknown: found \"101%\", expected at most 100%",
        "flows.write.delete=51%; flows.write.delete: found \"51%\", expected at most 50%",
        "flows.write.keys=2; flows.write.keys: found 2, expected 1: watchers are told of each rule",
        "flows.stream.interval=1s; flows.stream.interval: found \"1s\", with which a stream of 100"
            + " requests lasts 99s",
        "target.tls={}; target.tls: needs target.kind: external",
        "target.server=10.0.0.5:70000; target.server: found \"10.0.0.5:70000\", expected a port",
        "target.kind=external; target.server: is missing; an external target needs host:port"
      })
  void whatCannotBeIsSaidInOneLine(String override, String message) {
    assertRefused(message, override);
  }

  @Test
  void whatNeedsHazelcastOrAnEmbeddedServerSaysSo() {
    assertRefused(
        "target.hazelcast: is missing, and watchers.hazelcast needs it",
        EXTERNAL,
        "watchers.hazelcast=1");
    assertRefused(
        "target.hazelcast: is missing, and rules.way needs it", EXTERNAL, "rules.way=hazelcast");
    assertRefused("target.faults: are of the embedded server", EXTERNAL, "target.faults={cut: 3}");
    assertRefused("target.tls.key: is missing", EXTERNAL, "target.tls={certificate: client.pem}");
  }

  @Test
  void watchersNeedWrites() {
    assertThatThrownBy(() -> read("unary-read.yaml", "watchers={grpc: 1}"))
        .hasMessageContaining("watchers: need rules that are written; add flows.write");
  }
}
