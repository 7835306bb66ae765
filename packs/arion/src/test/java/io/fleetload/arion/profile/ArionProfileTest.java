// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.arion.ArionPack;
import io.fleetload.driver.Cause;
import io.fleetload.flow.FlowSpec;
import io.fleetload.pack.Description;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArionProfileTest {
  private static final Path PROFILES = Path.of("profiles");
  private static final String EXTERNAL = "target={kind: external, server: 10.0.0.5:9090}";

  private static ArionProfile read(String file, String... overrides) throws ProfileException {
    Path path = PROFILES.resolve(file);
    return (ArionProfile) Scenario.read(path, List.of(overrides), Map.of()).profile();
  }

  private static final Golden WORDS = Golden.of("profile");

  /** The one mistake for which a profile is refused, at that key. */
  private static AbstractStringAssert<?> assertRefused(String key, String... overrides) {
    ProfileException refused =
        catchThrowableOfType(ProfileException.class, () -> read("quickstart.yaml", overrides));
    String name = String.join(" ", overrides);
    assertThat(refused).as(name).isNotNull();
    assertThat(refused.problems()).as(refused.getMessage()).hasSize(1);
    WORDS.holds(name, refused.getMessage().replaceFirst("^profiles/.*yaml:\\d+: ", "FILE: "));
    return assertThat(refused.getMessage()).contains(key + ": ");
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
    assertThat(new ArionPack().describe(profile).backend(null, null).isPresent())
        .isEqualTo(watchers > 0);
    assertThat(profile.sessions()).isEqualTo(1);
  }

  @Test
  void aWriteHasToArriveAtEachWatcherAndIsReadBackByItsClientAlone() throws Exception {
    List<FlowSpec> flows = new ArionPack().describe(read("write.yaml")).flows();

    assertThat(flows).extracting(FlowSpec::name).containsExactly("write", "readBack");
    assertThat(flows.get(0).receivers()).isEqualTo(3);
    assertThat(flows.get(0).deviceOnly()).isFalse();
    assertThat(flows.get(1).answers()).isEqualTo("write");
    assertThat(flows.get(1).deviceOnly()).isTrue();
  }

  @Test
  void aStreamHasAsManyAnswersAsRequestsAndAFullLoadAsManyAsItsGroupHasRules() throws Exception {
    assertThat(new ArionPack().describe(read("stream-read.yaml")).flows())
        .extracting(FlowSpec::responses)
        .containsExactly(100);
    assertThat(new ArionPack().describe(read("watch.yaml", "rules.groups=4")).flows())
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

    Target target = new ArionPack().describe(profile).target();
    assertThat(target.embedded()).isFalse();
    assertThat(target.preparation()).isEqualTo(Target.Preparation.CHECK);
    assertThat(new ArionPack().describe(read("unary-read.yaml", EXTERNAL)).target().preparation())
        .isEqualTo(Target.Preparation.APPLY);
  }

  @Test
  void theServerStartsWithTheFaultsThatAreAskedFor() throws Exception {
    ArionProfile profile =
        read("unary-read.yaml", "target.faults={halfClose: true, silentUnknown: false, cut: 99}");

    assertThat(new ArionPack().describe(profile).target().launch().arguments(1, 9103))
        .containsExactly("--metrics-port", "9103", "--faults", "half-close,cut=99");
  }

  @Test
  void whatTheReadyLineSaysPointsTheToolsAtTheServer() throws Exception {
    Launch.ReadyValues ready =
        new ArionPack()
            .describe(read("unary-read.yaml"))
            .target()
            .launch()
            .ready(
                Map.of(
                    "server",
                    "127.0.0.1:1",
                    "hazelcast",
                    "127.0.0.1:2",
                    "cluster",
                    "c",
                    "metrics",
                    "http://127.0.0.1:3/metrics"));

    assertThat(ready.overrides())
        .containsExactlyInAnyOrder(
            "target.server=127.0.0.1:1", "target.hazelcast=127.0.0.1:2", "target.cluster=c");
    assertThat(ready.described()).contains("embedded", "ours");
  }

  @Test
  void whyTheFirstConnectionDidNotOpenIsSaidInOneLine() throws Exception {
    Description run = new ArionPack().describe(read("unary-read.yaml", EXTERNAL));

    String away = run.unreachable(null, Cause.Transport.UNREACHABLE);
    String other =
        run.unreachable(null, new Cause.Protocol("grpc.unimplemented.arion.schema.Watch/Watch"));
    assertThat(away).contains("10.0.0.5:9090", "(target.server)");
    assertThat(other).contains("10.0.0.5:9090", "arion.schema.Watch/Watch", "(target.server)");
    Golden.of("run")
        .holds("a server that is not reachable, and one that is no Arion", away + "\n" + other);
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
        "rules.count=2001; rules.count; 2001",
        "rules.networks=3000; rules.networks; 3000",
        "devices.connections=13; devices.connections; 13",
        "devices.deadline=0s; devices.deadline; \"0s\"",
        "flows.read.keys=3000; flows.read.keys; 3000",
        "flows.read.unknown=101%; flows.read.unknown; \"101%\"",
        "flows.write.delete=51%; flows.write.delete; \"51%\"",
        "flows.write.keys=2; flows.write.keys; 2",
        "flows.stream.interval=1s; flows.stream.interval; 99s",
        "devices.groups={a: {count: 6, connections: 2}, b: {count: 6}}; devices.groups.a.connections; devices.connections",
        "devices.groups={a: {count: 6, streamsPerConnection: 2}, b: {count: 6}}; devices.groups.a.streamsPerConnection; several groups",
        "devices.groups={a: {count: 6, deadline: 0s}, b: {count: 6}}; devices.groups.a.deadline; \"0s\"",
        "flows.scan={kind: read, rate: 1/s, unknown: 101%}; flows.scan.unknown; \"101%\"",
        "flows.update={kind: write, rate: 1/s, keys: 2}; flows.update.keys; 2",
        "flows.readBack={kind: read, rate: 1/s}; flows.readBack; another name",
        "target.tls={}; target.tls; target.kind",
        "target.server=10.0.0.5:70000; target.server; \"10.0.0.5:70000\"",
        "target.kind=external; target.server; host:port"
      })
  void whatCannotBeIsSaidInOneLine(String override, String key, String value) {
    assertRefused(key, override).contains(value);
  }

  @Test
  void whatNeedsHazelcastOrAnEmbeddedServerSaysSo() {
    assertRefused("target.hazelcast", EXTERNAL, "watchers.hazelcast=1")
        .contains("watchers.hazelcast");
    assertRefused("target.hazelcast", EXTERNAL, "rules.way=hazelcast").contains("rules.way");
    assertRefused("target.faults", EXTERNAL, "target.faults={cut: 3}").contains("embedded");
    assertRefused("data", "data.rules={file: rules.csv}").contains("the stamp");
    assertRefused("target.tls.key", EXTERNAL, "target.tls={certificate: client.pem}")
        .contains("missing");
  }

  @Test
  void eachOfSeveralWritesHasAPartOfTheRules() throws Exception {
    String update = "flows.update={kind: write, rate: 1/s, keys: 1500}";
    ArionProfile three =
        read(
            "quickstart.yaml",
            "flows.a={kind: write, rate: 1/s}",
            "flows.b={kind: write, rate: 1/s}");

    assertThat(three.part("write")).isEqualTo(new RulePart(0, 666));
    assertThat(three.part("a")).isEqualTo(new RulePart(666, 667));
    assertThat(three.part("b")).isEqualTo(new RulePart(1_333, 667));
    assertRefused("flows.update.keys", update, "watchers={grpc: 0}").contains("1000", "a part");
  }

  @Test
  void aStreamLastsLessThanTheTimeoutOfItsGroup() {
    assertRefused(
            "flows.stream.interval",
            "devices.groups={a: {count: 6, timeout: 5s}, b: {count: 6}}",
            "flows.stream={of: a, rate: 1/s, requests: 100, interval: 60ms}",
            "flows.read.of=b",
            "flows.write.of=b")
        .contains("devices.groups.a.timeout");
  }

  @Test
  void watchersNeedWrites() {
    assertThatThrownBy(() -> read("unary-read.yaml", "watchers={grpc: 1}"))
        .hasMessageContainingAll("watchers: ", "kind write");
  }
}
