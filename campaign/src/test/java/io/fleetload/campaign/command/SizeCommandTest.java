// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitAnswer;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.ProbeCost;
import io.fleetload.analysis.limit.ProbeRun;
import io.fleetload.analysis.limit.ProbeTimes;
import io.fleetload.campaign.Printed;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target of two parts, with 0.1 processors and 400 s for a million messages, and half of it. */
class SizeCommandTest {
  private static final Golden WORDS = Golden.of("size");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private void search(double... rates) throws IOException {
    List<Probe> probes = new ArrayList<>();
    for (double rate : rates) {
      probes.add(
          new Probe(
              new ProbeRun("probe-%02d".formatted(probes.size() + 1), "1", 30),
              Probe.ProbeFleet.SAME,
              rate,
              rate,
              rate,
              new ProbeTimes(5.0, 5.0, 10.0, null),
              ExitCode.PASSED.status(),
              List.of(),
              null,
              null,
              Map.of(
                  "adapter", new ProbeCost(0.1 + rate * 400e-6, 500.0),
                  "registry", new ProbeCost(0.05 + rate * 200e-6, null)),
              Map.of()));
    }
    double held = rates[rates.length - 1];
    Limit limit =
        new LimitAnswer(
                "sized",
                new Limit.Search(
                    null, 100, 9_000, "50%", "5%", 1, 30, 50, Map.of("event", 50.0), null),
                List.of(),
                probes,
                new LimitSearch.Bracket(held, held * 1.05, null, null))
            .found();
    ResultFiles.write(directory.resolve(Limit.FILE), limit);
  }

  private JsonNode size(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("size", directory.toString(), "--json"));
    arguments.addAll(List.of(more));
    Printed printed = Printed.by(arguments.toArray(String[]::new));
    assertThat(printed.code()).as(printed.err()).isZero();
    return JSON.readTree(printed.out());
  }

  @Test
  void aLoadWithinTheLimitTakesTheProcessorsThatItsPartsWereMeasuredToTake() throws Exception {
    search(500, 1_000, 2_000, 4_000);
    JsonNode size = size("--devices=100000", "--every=60s", "--headroom=40%", "--node=4cpu/16GiB");
    assertThat(size.at("/demand/rate").asDouble()).isCloseTo(1_666.67, within(0.01));
    assertThat(size.at("/limitRate").asDouble()).isEqualTo(4_000);
    assertThat(size.at("/targets").asInt()).isEqualTo(1);
    assertThat(size.at("/parts/adapter/processors/value").asDouble())
        .isCloseTo(0.7667, within(0.001));
    assertThat(size.at("/parts/adapter/secondsPerMillion").asDouble()).isCloseTo(400, within(0.1));
    // (0.1 + 0.05 + 1,666.67 x 600e-6) / 0.6
    assertThat(size.at("/processors/value").asDouble()).isCloseTo(1.9167, within(0.001));
    assertThat(size.at("/processors/high").asDouble()).isCloseTo(1.9167, within(0.01));
    assertThat(size.at("/nodes/count").asInt()).isEqualTo(1);
    assertThat(size.at("/memoryMb/value").asDouble()).isEqualTo(500);
    assertThat(size.at("/parts/registry").has("memoryMb")).isFalse();
  }

  @Test
  void aLargerLoadTakesSeveralTargetsAndNamesWhatThatTakesForGranted() throws Exception {
    search(500, 1_000, 2_000, 4_000);
    Printed printed =
        Printed.by("size", directory.toString(), "--rate=12000/s", "--node=2cpu/4GiB");
    assertThat(printed.code()).isZero();
    WORDS.says(
        printed.out(), "12,000/s", "adapter", "5 targets", "nodes", "twice the largest probe");
    JsonNode size = size("--rate=12000/s", "--node=2cpu/4GiB");
    assertThat(size.at("/targets").asInt()).isEqualTo(5);
    // 5 x 0.15 + 12,000 x 600e-6, over 0.6
    assertThat(size.at("/processors/value").asDouble()).isCloseTo(13.25, within(0.01));
    assertThat(size.at("/nodes/count").asInt()).isEqualTo(7);
  }

  @Test
  void processorsOfTooFewProbesAreNotKnown() throws Exception {
    search(500, 1_000);
    JsonNode size = size("--rate=300/s");
    assertThat(size.has("processors")).isFalse();
    assertThat(size.path("cautions").toString()).contains("processors", "3 probes");
  }

  private void refused(List<String> values, String... arguments) {
    List<String> all = new ArrayList<>(List.of("size"));
    all.addAll(List.of(arguments));
    Printed printed = Printed.by(all.toArray(String[]::new));
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1);
    WORDS.says(printed.err().replace(directory.toString(), "DIR"), values.toArray(String[]::new));
  }

  @Test
  void aMistakeIsOneLine() throws Exception {
    refused(List.of("DIR/limit.json", "find-limit"), directory.toString(), "--rate=5/s");
    search(500, 1_000, 2_000);
    String limit = directory.toString();
    refused(List.of("--devices", "--every", "--rate"), limit);
    refused(List.of("--devices", "--every", "--rate"), limit, "--every=60s");
    refused(List.of("--every", "\"soon\""), limit, "--devices=5", "--every=soon");
    refused(List.of("--every", "\"0s\""), limit, "--devices=5", "--every=0s");
    refused(List.of("--devices", "\"0\""), limit, "--devices=0", "--every=60s");
    refused(List.of("--headroom", "\"100%\""), limit, "--rate=5/s", "--headroom=100%");
    refused(List.of("--node", "\"large\"", "4cpu/16GiB"), limit, "--rate=5/s", "--node=large");
  }
}
