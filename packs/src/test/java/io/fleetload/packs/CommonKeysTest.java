// SPDX-License-Identifier: EPL-2.0
package io.fleetload.packs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.scenario.Packs;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every profile has is refused at the same key and with the same words in every pack. */
class CommonKeysTest {
  /** A flow of each pack's quickstart, which gets a rate. */
  private static final Map<String, String> FLOWS =
      Map.of(
          "hono", "event", "echo", "echo", "jt808", "alert", "arion", "read", "ngsi", "create",
          "mqtt", "reading");

  private static final List<String> ONE_RATE =
      List.of("flows.FLOW.closed=null", "flows.FLOW.every=null", "flows.FLOW.rate=10/s");

  @Test
  void everyInstalledPackIsTried() {
    assertThat(Packs.installed().names()).containsExactlyInAnyOrderElementsOf(FLOWS.keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "run.name        | run.name=a b",
        "run.name        | run.name=",
        "run.seed        | run.seed=x",
        "run.nonsense    | run.nonsense=1",
        "phases.measure  | phases.measure=0s",
        "phases.measure  | phases.measure=-1s",
        "phases.measure  | phases.measure=[1s]",
        "phases.ramp     | phases.ramp=nonsense",
        "phases.warmUp   | phases.warmUp=nonsense",
        "phases.drain    | phases.drain=nonsense",
        "phases.connect.rate      | phases.connect.rate=0/s",
        "phases.connect.timeout   | phases.connect.timeout=nonsense",
        "phases.connect.attempts  | phases.connect.attempts=0",
        "phases.connect.attempts  | phases.connect.attempts=101",
        "generator.maxLag         | generator.maxLag=nonsense",
        "generator.maxLoopDelay   | generator.maxLoopDelay=nonsense",
        "generator.maxPause       | generator.maxPause=-1s",
        "generator.maxCpu         | generator.maxCpu=150%",
        "generator.maxStolen      | generator.maxStolen=150%",
        "generator.maxOthers      | generator.maxOthers=150%",
        "generator.precision      | generator.precision=1s",
        "thresholds               | thresholds=nonsense",
        "thresholds[0]            | thresholds=[nonsense]",
        "thresholds[0]            | thresholds=[flows.*.nonsense < 1ms]",
        "findLimit.from           | findLimit={to: 5/s}",
        "findLimit.to             | findLimit={from: 10/s, to: 5/s}",
        "findLimit.repeats        | findLimit={from: 1/s, to: 5/s, repeats: -1}",
        "coordination.kafka       | coordination={timeout: 1m, kafka: {}, directory: here}",
        "coordination.nonsense    | coordination={nonsense: 1}",
        "devices.count            | devices.count=0",
        "devices.count            | devices.count=-1",
        "devices.count            | devices.count=1.5",
        "devices.count            | devices.count=",
        "devices.count            | devices.count=nonsense",
        "devices.bind             | devices.bind=nonsense",
        "devices.bind[0]          | devices.bind=[nonsense]",
        "devices.timeout          | devices.timeout=0s",
        "devices.timeout          | devices.timeout=-1s",
        "devices.timeout          | devices.timeout=",
        "devices.timeout          | devices.timeout=nonsense",
        "devices.reconnectAfter   | devices.reconnectAfter=-1s",
        "devices.maxInFlight      | devices.maxInFlight=-5",
        "devices.maxInFlight      | devices.maxInFlight=1000001",
        "devices.maxInFlight      | devices.maxInFlight=nonsense",
        "devices.life             | devices.life=nonsense",
        "devices.life.churn       | devices.life.churn=0%/min",
        "devices.life.storm.at    | devices.life.storm.at=[]",
        "devices.life.storm.at[0] | devices.life.storm.at=[1h]",
        "devices.life.sleepy.share | devices.life.sleepy={share: 150%, awake: 1s, asleep: 1s}",
        "devices.life.sleepy.awake | devices.life.sleepy={share: 50%, awake: 0s, asleep: 1s}",
        "devices.life.joins       | devices.life.joins=nonsense",
        "devices.life.leaves.at   | devices.life.leaves={over: 1s}",
        "flows.FLOW.rate          | flows.FLOW.rate=0/s",
        "flows.FLOW.rate          | flows.FLOW.rate=-1/s",
        "flows.FLOW.rate          | flows.FLOW.rate=2000000/s",
        "flows.FLOW.rate          | flows.FLOW.rate=",
        "flows.FLOW               | flows.FLOW.rate=null",
        "flows.FLOW.every         | flows.FLOW.every=20s",
        "flows.FLOW.every         | flows.FLOW.rate=null; flows.FLOW.every=0s",
        "flows.FLOW.every         | flows.FLOW.rate=null; flows.FLOW.every=1us",
        "flows.FLOW.stages        | flows.FLOW.rate=null; flows.FLOW.stages=[]",
        "flows.FLOW.stages        | flows.FLOW.stages=[{for: 20s, rate: 1/s}]",
        "flows.FLOW.stages[0].for | flows.FLOW.rate=null; flows.FLOW.stages=[{for: 0s, rate: 1/s}]",
        "flows.FLOW.arrivals      | flows.FLOW.arrivals=nonsense",
        "flows.FLOW.closed        | flows.FLOW.closed={users: 1}",
        "flows.FLOW.closed.users  | flows.FLOW.rate=null; flows.FLOW.closed={users: 0}",
        "flows.FLOW.closed.users  | flows.FLOW.rate=null; flows.FLOW.closed={users: 1000001}",
        "flows.FLOW.closed.total  | flows.FLOW.rate=null; flows.FLOW.closed={users: 1, total: 0}",
      })
  void isRefusedInAllPacksAlike(String key, String overrides) {
    Set<String> texts = new HashSet<>();
    FLOWS.forEach(
        (pack, flow) -> {
          List<ProfileProblem> problems =
              problems(pack, flow, overrides).stream()
                  .filter(each -> each.path().equals(key.replace("FLOW", flow)))
                  .toList();
          assertThat(problems).as(pack).hasSize(1);
          texts.add(problems.get(0).message().replace("flows." + flow, "flows.FLOW"));
        });
    assertThat(texts).hasSize(1);
  }

  private static List<ProfileProblem> problems(String pack, String flow, String overrides) {
    List<String> all = new ArrayList<>(ONE_RATE);
    all.addAll(List.of("devices.count=100", "phases.measure=20s", "thresholds=[]"));
    all.addAll(List.of(overrides.split("; ")));
    all.replaceAll(each -> each.replace("FLOW", flow));
    String folder = pack.equals("hono") ? "../profiles" : pack + "/profiles";
    ProfileException refused =
        catchThrowableOfType(
            ProfileException.class,
            () -> Scenario.read(Path.of(folder, "quickstart.yaml"), all, Map.of()));
    assertThat(refused).as(pack).isNotNull();
    return refused.problems();
  }
}
