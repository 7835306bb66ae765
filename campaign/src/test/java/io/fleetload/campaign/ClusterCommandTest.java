// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ClusterCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --backends=0 | --backends: found 0, expected 1 or more
          --wait=0s    | --wait: found "0s", expected 1s or more
          """)
  void whatCannotBeIsOneLine(String option, String line) {
    Printed printed =
        Printed.by("cluster", "run", "profile.yaml", "--images=images.txt", "--shards=2", option);

    assertThat(printed.err()).isEqualTo(line + System.lineSeparator());
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
