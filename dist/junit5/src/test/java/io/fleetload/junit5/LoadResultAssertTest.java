// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static io.fleetload.junit5.LoadTestAssertions.assertThat;
import static io.fleetload.junit5.LoadTestAssertions.assumeVerdict;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class LoadResultAssertTest {
  @TempDir private Path directory;

  @BeforeEach
  void aRun() throws IOException {
    Files.writeString(
        directory.resolve("figures.csv"),
        """
        run,figure,value,unit,low,high
        1f,flows.telemetry.asked,20,/s,,
        1f,flows.telemetry.achieved,0.98765432,share
        1f,flows.telemetry.failed,2,count
        1f,flows.telemetry.response.p50,4.9,ms
        1f,flows.telemetry.response.p99,243.12,ms,198.3,301.77
        1f,flows.telemetry.response.max,1250.5,ms
        1f,flows.telemetry.ledger.delivered,398,count
        1f,flows.telemetry.ledger.lost,2,count
        1f,"flows.event.failedBy.a,b",1,count
        """
            .replace("\n", "\r\n"));
  }

  private LoadResult result(int exitCode, String cases) throws IOException {
    Files.writeString(
        directory.resolve("junit.xml"),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"smoke\">"
            + cases
            + "</testsuite>\n");
    return new ResultFiles(directory).read(exitCode).orElseThrow();
  }

  private LoadResult passed() throws IOException {
    return result(0, "<testcase name=\"the run is a verdict on the target\"/>");
  }

  private void fails(ThrowingCallable assertion, String... what) {
    assertThatThrownBy(assertion)
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("load test smoke: ")
        .hasMessageContainingAll(what)
        .hasMessageEndingWith(" " + directory.resolve("report.html"));
  }

  @Test
  void whatHoldsReadsAsASentence() throws IOException {
    assertThat(passed())
        .passed()
        .flow("telemetry")
        .delivered(398)
        .deliveredAtLeast(398)
        .lost(2)
        .failed(2)
        .achievedAtLeast(98.7)
        .p50Below(5, MILLISECONDS)
        .p99Below(0.25, SECONDS)
        .slowestBelow(2, SECONDS)
        .result()
        .figureIs("flows.event.failedBy.a,b", 1)
        .figureBelow("flows.telemetry.response.p99", 243.13)
        .figureAtLeast("flows.telemetry.asked", 20);
  }

  @Test
  void whatDoesNotHoldSaysWhatWasAskedAndFoundWithItsUnit() throws IOException {
    LoadResult result = passed();
    FlowAssert telemetry = assertThat(result).flow("telemetry");

    fails(() -> telemetry.delivered(400), "flow telemetry: delivered: ", "400", "398");
    fails(() -> telemetry.deliveredAtLeast(399), "flow telemetry: delivered: ", "399", "398");
    fails(
        () -> telemetry.p99Below(200, MILLISECONDS), "flow telemetry: p99 ", "200 ms", "243.12 ms");
    fails(() -> telemetry.slowestBelow(1, SECONDS), "flow telemetry: max ", "1000 ms", "1250.5 ms");
    fails(() -> telemetry.achievedAtLeast(99), "flow telemetry: achieved: ", "99 %", "98.765 %");
    fails(
        () -> assertThat(result).figureAtLeast("flows.telemetry.asked", 30),
        "flows.telemetry.asked: ",
        "30/s",
        "20/s");
  }

  @Test
  void aFigureThatWasNotMeasuredHoldsNoBound() throws IOException {
    LoadResult result = passed();

    fails(
        () -> assertThat(result).flow("event").p99Below(1, SECONDS),
        "flow event: p99 ",
        "1000",
        "nothing measured");
    fails(() -> assertThat(result).flow("evnt"), "flow evnt", "event, telemetry");
  }

  @Test
  void aRunThatDidNotPassSaysWhatItsVerdictMeansAndWhy() throws IOException {
    LoadResult crossed =
        result(
            1,
            "<testcase name=\"t\"><failure type=\"threshold\" message=\"threshold &quot;a &lt;"
                + " 1&quot; crossed: a is 2\"/></testcase>");

    fails(
        () -> assertThat(crossed).passed(),
        "PASSED",
        "THRESHOLDS_CROSSED: ",
        "(threshold \"a < 1\" crossed: a is 2)");
    assertThat(crossed).hasVerdict(Verdict.THRESHOLDS_CROSSED);
  }

  @Test
  void theVerdictIsTheOneOfSeveralWithTheSameCode() throws IOException {
    LoadResult gone =
        result(
            3, "<testcase name=\"t\"><error type=\"target-gone\" message=\"it died\"/></testcase>");

    assertThat(gone.verdict()).isEqualTo(Verdict.TARGET_GONE);
    assertThat(gone.reasons()).containsExactly("it died");
  }

  @Test
  void aRunThatIsNoVerdictSkipsATestThatSaysSo() throws IOException {
    LoadResult limited =
        result(
            5,
            "<testcase name=\"t\"><error type=\"generator-limited\" message=\"too busy\"/></testcase>");

    assertThatThrownBy(() -> assumeVerdict(limited))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContainingAll("no verdict", "(too busy)");
    assertThat(assumeVerdict(passed())).passed();
  }

  @Test
  void aRunWithoutResultsHasNone() {
    assertThat(new ResultFiles(directory).read(3)).isEmpty();
  }
}
