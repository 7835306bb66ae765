// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {
  private static final RunFile RUNS = new RunFile(List.of(), List.of(), null);

  @TempDir Path directory;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private static void refused(String named, String message) {
    assertThatThrownBy(() -> RUNS.read(named)).isInstanceOf(IOException.class).hasMessage(message);
  }

  @Test
  void aRunIsReadFromItsDirectoryOrItsFile() throws IOException {
    refused(
        directory.toString(),
        directory
            + ": holds no result.json; give the directory of a run, and of one that was killed make"
            + " it with: loadtest report "
            + directory);
    ResultFiles.write(directory.resolve("result.json"), Runs.result());
    assertThat(RUNS.read(directory.toString()).figures())
        .isEqualTo(RUNS.read(directory + "/result.json").figures())
        .containsEntry(ComparedFigures.ofFlow("telemetry", "response.p99"), 12.0);
  }

  @Test
  void whatIsNoResultIsOneLine() throws IOException {
    Path newer = write("newer.json", Runs.result().put("version", 7).toString());
    refused(
        newer.toString(),
        newer + ": is of version 7, this tool reads up to 2; use a newer loadtest");
    Path cut = write("cut.json", Runs.result().toString().substring(0, 400));
    refused(cut.toString(), cut + ": no Result: is cut off");
    Path book = write("device-book.json", "{\"version\": 1, \"run\": \"x\", \"flows\": {}}");
    refused(book.toString(), book + ": verdict is missing");
    refused(directory + "/no.json", directory + "/no.json: there is no such file");
  }

  private static ComparedRun foreign(String sample) throws IOException {
    return RUNS.read("src/test/resources/foreign/" + sample);
  }

  private ComparedRun own() throws IOException {
    ResultFiles.write(directory.resolve("result.json"), Runs.result());
    return RUNS.withAllTimes().read(directory.toString());
  }

  private static Comparison compared(ComparedRun a, ComparedRun b) {
    return new Comparison(List.of(a), List.of(b), Bound.parse("10%"));
  }

  private static Row row(Comparison comparison, String figure) {
    return comparison.rows().stream()
        .filter(each -> each.path().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anOutputOfAnotherToolIsShownBesideOursAndNotJudged() throws IOException {
    ComparedRun own = own();
    String flow = "telemetry";
    Comparison comparison = compared(own, foreign("k6-export.json"));
    assertThat(comparison.code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(comparison.answer()).isEqualTo(Row.Word.NOT_JUDGED);
    assertThat(comparison.rows()).allMatch(each -> !each.decides());
    if (own.figures().containsKey(ComparedFigures.ofFlow("event", "reached"))) {
      // With two flows of ours, its requests are not one of them.
      flow = ForeignFigures.ALL;
    }
    assertThat(row(comparison, flow + " reached /s").b().median()).isEqualTo(50);
    assertThat(comparison.rows())
        .filteredOn(each -> each.b() == null)
        .isNotEmpty()
        .allMatch(each -> each.meaning().equals("not said by the other tool"));
    assertThat(new ComparisonText(comparison).lines())
        .anyMatch(each -> each.contains("coordinated omission"))
        .anyMatch(each -> each.contains("12 iterations were dropped"))
        .last()
        .asString()
        .contains("no verdict", "this tool and k6");
  }

  @Test
  void timesOfTwoClocksAreNotCompared() throws IOException {
    Row.Word[] words = new Row.Word[2];
    String[] samples = {"wrk.txt", "wrk2.txt"};
    for (int i = 0; i < samples.length; i++) {
      Comparison comparison = compared(foreign("wrk2.txt"), foreign(samples[i]));
      words[i] = row(comparison, ForeignFigures.ALL + " response p99 ms").word();
    }
    assertThat(words[0]).isEqualTo(Row.Word.OTHER_CLOCK);
    assertThat(words[1]).isNotEqualTo(Row.Word.OTHER_CLOCK);
  }

  @Test
  void runsOfOneOtherToolAreJudgedButForARateThatIsNotKnownToBeAsked() throws IOException {
    Comparison ofK6 = compared(foreign("k6-export.json"), foreign("k6-handle.json"));
    assertThat(ofK6.judged()).isTrue();
    assertThat(row(ofK6, "requests reached /s").word()).isEqualTo(Row.Word.NOT_JUDGED);
    Comparison ofWrk = compared(foreign("wrk.txt"), foreign("wrk.txt"));
    assertThat(row(ofWrk, "requests reached /s").word()).isEqualTo(Row.Word.ALIKE);
  }

  @Test
  void theReportDirectoryOfAnotherToolIsRead() throws IOException {
    Files.createDirectories(directory.resolve("js"));
    Files.copy(
        Path.of("src/test/resources/foreign/gatling-global_stats.json"),
        directory.resolve("js/global_stats.json"));
    assertThat(RUNS.read(directory.toString()).says()).startsWith("output of Gatling");
  }

  @Test
  void aPercentileOfTooFewRequestsIsLeftOut() throws IOException {
    Path few =
        write(
            "few.txt",
            Files.readString(Path.of("src/test/resources/foreign/wrk2.txt"))
                .replace("3000 requests", "999 requests"));
    assertThat(RUNS.read(few.toString()).figures())
        .containsKey(ComparedFigures.ofFlow(ForeignFigures.ALL, "response.p99"))
        .doesNotContainKey(ComparedFigures.ofFlow(ForeignFigures.ALL, "response.p999"));
    assertThat(foreign("wrk2.txt").figures())
        .containsKey(ComparedFigures.ofFlow(ForeignFigures.ALL, "response.p999"));
  }
}
