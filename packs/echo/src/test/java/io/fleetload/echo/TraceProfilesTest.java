// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import io.fleetload.schedule.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profiles with a trace of real traffic, and what is refused in them. */
class TraceProfilesTest {
  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("trace.csv"), "time,device\n0,1\n0.5,2\n");
    Files.writeString(directory.resolve("flows.csv"), "time,device,flow\n0,1,other\n1,2,other\n");
    Files.writeString(directory.resolve("back.csv"), "time,device\n5,1\n4,2\n");
    Files.writeString(directory.resolve("many.csv"), "time,device\n5,a\n6,b\n7,c\n8,d\n9,e\n");
  }

  private Scenario read(String flows, String phases) throws ProfileException, IOException {
    Path file =
        Files.writeString(
            directory.resolve("profile.yaml"),
            """
            pack: echo
            run: { name: trace }
            devices: { count: 4 }
            phases: { %s }
            flows: { %s }
            """
                .formatted(phases, flows));
    return Scenario.read(file, List.of(), Map.of());
  }

  @Test
  void aTraceIsAFileOrAFileAndItsSpeed() throws Exception {
    assertThat(times(read("echo: { times: trace.csv }", "measure: 9s")).speed()).isEqualTo(1);

    Trace fast = times(read("echo: { times: { file: trace.csv, speed: 10 } }", "measure: 9s"));

    assertThat(fast.speed()).isEqualTo(10);
    assertThat(fast.file().path()).isEqualTo(directory.resolve("trace.csv"));
    assertThat(fast.scaled(25)).isEqualTo(2);
  }

  private static Trace times(Scenario scenario) {
    return scenario.profile().timings().get("echo").times();
  }

  @Test
  void aTraceMayBeBesideAFlowThatWarmsTheTarget() throws Exception {
    String flows = "echo: { times: trace.csv }, warm: { kind: echo, rate: 5/s }";

    assertThat(read(flows, "warmUp: 5s, measure: 9s").flows().names())
        .containsExactly("echo", "warm");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo: { times: absent.csv }|measure: 9s|flows.echo.times|no such file",
        "echo: { times: flows.csv }|measure: 9s|flows.echo.times|no line of the flow echo",
        "echo: { times: back.csv }|measure: 9s|flows.echo.times|line 3",
        "echo: { times: many.csv }|measure: 9s|flows.echo.times|\"e\"",
        "'echo: { times: { file: trace.csv, speed: 0 } }'|measure: 9s|flows.echo.times.speed|\"0\"",
        "'echo: { times: { speed: 2 } }'|measure: 9s|flows.echo.times.file|missing",
        "'echo: { times: trace.csv, rate: 5/s }'|measure: 9s|flows.echo.times|rate",
        "'echo: { times: trace.csv, arrivals: poisson }'|measure: 9s|flows.echo.arrivals|times",
        "'echo: { times: trace.csv, day: night }'|measure: 9s|flows.echo.day|times",
        "'echo: { times: trace.csv }, again: { }'|measure: 9s|flows.echo.times|again",
        "echo: { times: trace.csv }|'warmUp: 5s, measure: 9s'|phases.warmUp|trace",
        "echo: { times: trace.csv }|'ramp: 5s, measure: 9s'|phases.ramp|trace",
        "echo: { times: trace.csv }|drain: 20s|phases.measure|missing"
      })
  void aTraceThatCannotBeSentIsRefused(String flows, String phases, String key, String words) {
    assertThatThrownBy(() -> read(flows, phases))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining(": " + key + ": ")
        .hasMessageContaining(words);
  }
}
