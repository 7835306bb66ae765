// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.arion.Profiles;
import io.fleetload.arion.TinyArion;
import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RuleProvisionerTest {
  private final List<String> said = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private TinyArion arion;

  @BeforeEach
  void start() throws Exception {
    arion = new TinyArion();
  }

  @AfterEach
  void close() {
    arion.close();
  }

  private RuleProvisioner provisioner(String address) {
    ArionProfile profile =
        Profiles.of(
            """
            target: { kind: external, server: "%s" }
            rules: { count: 1000, groups: 5, networks: 3, batch: 7 }
            devices: { count: 1 }
            phases: { measure: 10s }
            flows: { read: { rate: 1/s } }
            """
                .formatted(address));
    return new RuleProvisioner(profile, this::hear, stop);
  }

  private RuleProvisioner provisioner() {
    return provisioner(arion.address());
  }

  private void hear(ToolEvent event) {
    if (event instanceof ToolEvent.Sentence each) {
      said.add(each.text());
    }
  }

  @Test
  void applyWritesEveryRuleOnceAndThenWhatIsMissingOrDiffers() throws Exception {
    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.PASSED);
    assertThat(arion.rules()).hasSize(1_000);
    assertThat(arion.writes()).isEqualTo(1_000);

    provisioner().apply(false);
    assertThat(arion.writes()).isEqualTo(1_000);

    NeighborRule rule = arion.rules().get("1-10.0.0.1");
    arion.put(
        new NeighborRule(1, rule.ip(), "1.2.3.4", rule.mac(), 1, rule.hostMac(), rule.group(), 9));
    provisioner().apply(false);
    assertThat(arion.writes()).isEqualTo(1_001);
    assertThat(arion.rules().get("1-10.0.0.1").hostIp()).isEqualTo(rule.hostIp());
    assertThat(said.get(2)).startsWith("rules written: 1 of 1000").contains("127.0.0.1:");
  }

  @Test
  void planCountsToTheRuleAndWritesNothing() throws Exception {
    provisioner().apply(false);
    arion.forget("2-10.0.0.9");
    arion.forget("3-10.0.0.200");
    int before = arion.writes();

    assertThat(provisioner().plan(false)).isEqualTo(ExitCode.PASSED);
    assertThat(said.get(1)).startsWith("rules to be written: 2 of 1000");
    assertThat(arion.writes()).isEqualTo(before);
  }

  @Test
  void verifyAndCheckSayWhatIsMissing() throws Exception {
    assertThatThrownBy(() -> provisioner().check())
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("rule 1-10.0.0.1 ")
        .hasMessageContaining("target.provision: true");
    assertThatThrownBy(() -> provisioner().verify())
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("1000 of 1000 rules");

    provisioner().apply(false);
    assertThat(provisioner().check()).isEqualTo(ExitCode.PASSED);
    assertThat(provisioner().verify()).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void removeLeavesWhatSomebodyElseWroteUnlessForced() throws Exception {
    provisioner().apply(false);
    arion.put(
        new NeighborRule(
            1, "10.0.0.1", "1.2.3.4", "00:00:00:00:00:01", 1, "00:00:00:00:00:02", "group0", 9));

    assertThatThrownBy(() -> provisioner().remove(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("1 rules at the server")
        .hasMessageContaining("--force removes them too");
    assertThat(arion.rules()).hasSize(1_000);

    assertThat(provisioner().remove(true)).isEqualTo(ExitCode.PASSED);
    assertThat(arion.rules()).isEmpty();
  }

  @Test
  void aServerThatIsNotThereAndOneThatIsNoArionAreNamed() throws Exception {
    assertThatThrownBy(() -> provisioner("127.0.0.1:1").apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("127.0.0.1:1 ")
        .hasMessageContaining("(target.server)");
    try (TinyArion other = TinyArion.without(ArionMethod.READ)) {
      assertThatThrownBy(() -> provisioner(other.address()).apply(false))
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll(
              other.address(),
              "arion.schema.ArionMasterService/RequestGoalstates",
              "(target.server)");
    }
  }

  @Test
  void itStopsWhenItHasTo() throws Exception {
    stop.stop(StopSignal.Why.INTERRUPTED);

    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(arion.writes()).isZero();
  }

  @Test
  void aWriteThatIsAnsweredWithoutAStatusIsNotWritten() throws Exception {
    arion.answerWritesWith(new byte[0]);

    assertThatThrownBy(() -> provisioner().apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(arion.address(), "its answer has no status", "(target.server)");
  }

  @Test
  void anAnswerWithTheRuleOfAnotherKeyIsNotTheRule() throws Exception {
    provisioner().apply(false);
    NeighborRule other = arion.rules().get("2-10.0.0.1");
    arion.put("1-10.0.0.1", other);

    assertThatThrownBy(() -> provisioner().check())
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("rule 1-10.0.0.1 is not at");
    assertThat(provisioner().plan(false)).isEqualTo(ExitCode.PASSED);
    assertThat(said.get(1)).startsWith("rules to be written: 1 of 1000");
  }

  @Test
  void anAnswerThatIsOkAndMissingIsSaid() throws Exception {
    arion.answerWritesWith(null);

    assertThatThrownBy(() -> provisioner().apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("INTERNAL its answer is empty", "(target.server)");
  }
}
