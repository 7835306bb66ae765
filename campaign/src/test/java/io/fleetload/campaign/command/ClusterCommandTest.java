// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.campaign.LoadTest;
import io.fleetload.campaign.Printed;
import io.fleetload.rig.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ClusterCommandTest {
  private static final Golden WORDS = Golden.of("cluster");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --backends=0 | --backends: | 0    | 1
          --wait=0s    | --wait:     | "0s" | 1s
          """)
  void whatCannotBeIsOneLine(String option, String key, String found, String expected) {
    Printed printed =
        Printed.by("cluster", "run", "profile.yaml", "--images=images.txt", "--shards=2", option);

    assertThat(printed.err()).startsWith(key).hasLineCount(1);
    WORDS.says(printed.err(), key, found, expected);
    assertThat(printed.code()).isEqualTo(2);
  }

  @Test
  void aRunIsNamedByItsId() {
    Printed printed = Printed.by("cluster", "delete", "my run");

    assertThat(printed.err()).startsWith("RUN: ").hasLineCount(1);
    assertThat(printed.code()).isEqualTo(2);
  }

  @Test
  void imagesAndShardsHaveToBeGiven() {
    CommandLine loadtest = new CommandLine(new LoadTest());

    assertThatThrownBy(() -> loadtest.parseArgs("cluster", "run", "profile.yaml"))
        .isInstanceOf(CommandLine.MissingParameterException.class)
        .hasMessageContaining("--images")
        .hasMessageContaining("--shards");
  }
}
