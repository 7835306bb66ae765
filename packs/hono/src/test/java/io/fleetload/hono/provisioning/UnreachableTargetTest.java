// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.rig.FreePort;
import io.fleetload.tool.Sentences;
import io.fleetload.tool.Tool;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnreachableTargetTest {

  @Test
  void aMongodbThatIsNotThereIsOneLineWithoutThePassword() throws Exception {
    int port = FreePort.choose();
    OneRun run =
        new OneRun(
            "mongodb://operator:geheim@127.0.0.1:%d/?ssl=false&serverSelectionTimeoutMS=1000"
                .formatted(port));

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("mongodb at 127.0.0.1:" + port, "(target.mongodb)", "connection refused");
    run.holds("a MongoDB that does not listen");
  }

  @Test
  void aConnectionStringThatIsNoneIsNotRepeated() {
    OneRun run = new OneRun("mongodb://operator:ge:he@im@127.0.0.1");

    assertThat(run.apply()).isEqualTo(2);
    assertThat(run.said).hasSize(1);
    assertThat(run.lastSaid()).startsWith("target.mongodb: ").doesNotContain("operator", "he@im");
  }

  @Test
  void aClusterNameThatDnsDoesNotKnowIsOneLine() {
    OneRun run = new OneRun("mongodb+srv://operator:geheim@cluster.nohost.invalid/?w=1");

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("cluster.nohost.invalid", "(target.mongodb)", "DNS");
    run.holds("a MongoDB that is not in DNS");
  }

  @Test
  void aKafkaHostThatIsUnknownIsOneLine() throws Exception {
    assertThatThrownBy(
            () ->
                KafkaCluster.open(
                    new OneRun("mongodb://127.0.0.1:1")
                        .with("target.kafka=nohost.invalid:9092")
                        .profile()
                        .target()))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("nohost.invalid:9092", "(target.kafka)", "unknown host");
  }

  @Test
  void kafkaPropertiesThatAreWrongAreNotRepeated() {
    assertThatThrownBy(
            () ->
                KafkaCluster.open(
                    new OneRun("mongodb://127.0.0.1:1")
                        .with("target.kafkaProperties={security.protocol: geheim}")
                        .profile()
                        .target()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.kafkaProperties: ")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void aKafkaThatIsNotThereIsOneLineAndNothingIsWritten() throws Exception {
    int port = FreePort.choose();
    try (InProcessRegistry registry = new InProcessRegistry()) {
      OneRun run = new OneRun(registry.uri()).with("target.kafka=127.0.0.1:" + port);
      List<String> said = new ArrayList<>();
      Teller teller = event -> said.add(Sentences.of(event));
      StopSignal stop = new StopSignal();

      int code =
          new Tool("provisioning", teller, stop)
              .run(
                  () ->
                      new Provisioning(run.profile(), teller, stop, Clock.systemUTC())
                          .apply(false));

      assertThat(code).isEqualTo(3);
      assertThat(said)
          .singleElement()
          .asString()
          .contains("kafka at 127.0.0.1:" + port, "10 s", "(target.kafka)");
      assertThat(registry.everything()).isEmpty();
    }
  }
}
