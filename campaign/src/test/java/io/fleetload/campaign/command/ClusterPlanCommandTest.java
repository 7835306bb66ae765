// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.Printed;
import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPlanCommandTest {
  private static final Golden WORDS = Golden.of("plan");
  private static final String[] MILLION = {
    "--set=devices.count=1000000", "--set=devices.bind=[]", "--set=target.broker=tcp://broker:1883"
  };

  @TempDir private Path folder;

  private static Printed plan(String profile, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("cluster", "plan", Home.path(profile).toString()));
    arguments.addAll(List.of(more));
    return Printed.by(arguments.toArray(String[]::new));
  }

  private static String[] million(String... more) {
    List<String> all = new ArrayList<>(List.of(MILLION));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private Path prices(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aMillionDevicesAreOneScreen() throws IOException {
    Path prices =
        prices(
            "prices.csv",
            """
            type,cpu,memory,price
            large,32,128,1.536
            small,8,16Gi,0.34
            tiny,2,4,0.085
            """);
    Printed printed = plan("packs/mqtt/profiles/large-fleet.yaml", million("--prices=" + prices));

    assertThat(printed.code()).as(printed.err()).isZero();
    assertThat(printed.out().lines().count()).isLessThan(30);
    WORDS.says(
        printed.out(), "1,000,000 devices", "40: source ports", "14 of 8cpu/16Gi", "nothing");
  }

  @Test
  void theDocumentHasTheSameAndTheCheapestNodesFirst() throws IOException {
    Path prices =
        prices(
            "prices.yaml",
            """
            - { type: tiny, cpu: 2, memory: 4, price: 0.085 }
            - { type: large, cpu: 32, memory: 128, price: 1.536 }
            - { type: small, cpu: 8, memory: 16, price: 0.34 }
            """);
    Printed printed =
        plan("packs/mqtt/profiles/large-fleet.yaml", million("--json", "--prices=" + prices));
    JsonNode plan = new ObjectMapper().readTree(printed.out());

    assertThat(plan.at("/shards/count").asInt()).isEqualTo(40);
    assertThat(plan.at("/shards/by").asText()).isEqualTo("ports");
    assertThat(plan.at("/nodes/count").asInt()).isEqualTo(14);
    assertThat(plan.at("/prices/0/node/type").asText()).isEqualTo("large");
    double hours = plan.at("/times/length").asDouble() / 3_600;
    assertThat(plan.at("/prices/0/price").asDouble()).isCloseTo(3 * 1.536 * hours, within(1e-6));
    assertThat(plan.at("/prices/1/price").asDouble()).isCloseTo(14 * 0.34 * hours, within(1e-6));
    assertThat(plan.at("/prices/2/node/type").asText()).isEqualTo("tiny");
    assertThat(plan.at("/prices/2/count").asInt()).isZero();
    assertThat(plan.at("/prices/2").has("price")).isFalse();
    assertThat(printed.err()).contains("40: source ports");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --node=big         | --node: found "big"
          --shards=0         | --shards: found 0
          --prices=none.csv  | none.csv
          """)
  void aWrongOptionIsOneLine(String option, String said) {
    Printed printed = plan("packs/mqtt/profiles/large-fleet.yaml", option);

    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1).contains(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          a.csv  | type,cpu,memory;x,8,16            | price
          a.csv  | type,cpu,memory,price;x,8,16      | row 1
          a.csv  | type,cpu,memory,price;x,8,16,-1   | price
          a.csv  | type,cpu,memory,price             | 0 rows
          a.yaml | {type: x}                         | list
          a.yaml | [                                 | YAML
          a.yaml | - {type: x, cpu: a, memory: 16, price: 1} | cpu
          """)
  void aWrongTableIsOneLineThatNamesThePlace(String name, String text, String said)
      throws IOException {
    Path table = prices(name, text.replace(';', '\n'));
    Printed printed = plan("packs/mqtt/profiles/large-fleet.yaml", "--prices=" + table);

    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1).contains("--prices: ", name, said);
  }

  @Test
  void aProfileIsPlannedWithoutTheSecretsOfTheCluster() throws IOException {
    Path profile =
        prices(
            "mine.yaml",
            """
            pack: mqtt
            run: { name: mine }
            target: { broker: "tcp://${BROKER_NOT_SET_HERE}" }
            devices: { count: 1000, user: "me", password: "${PASSWORD_NOT_SET_HERE}" }
            phases: { measure: 10s }
            flows: { publish: { every: 10s } }
            """);

    Printed printed = Printed.by("cluster", "plan", profile.toString());

    assertThat(printed.code()).as(printed.err()).isZero();
  }
}
