// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.DeviceBook;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveRunTest {
  private final SetClock clock = new SetClock();
  private final RunSoFar soFar = new RunSoFar();

  @TempDir private Path directory;
  private GrowingBooks books;
  private LiveRun run;
  private double secondsToMake;

  @BeforeEach
  void aRunBegins() {
    books = new GrowingBooks(directory);
    run =
        new LiveRun(
            directory,
            1,
            "growing",
            GrowingBooks.ABOUT,
            () -> {
              clock.pass(secondsToMake);
              return soFar.now();
            },
            clock);
  }

  private String sent() {
    return run.state().report().content().path("body").asText();
  }

  private static String figure(int sent) {
    return "data-figure=\"flows.telemetry.sent\" data-value=\"" + sent + "\"";
  }

  @Test
  void beforeTheFirstBookItSaysWhatIsDone() {
    soFar.saw(new ToolEvent.Sentence("loadtest", "starting the embedded Hono stack"));
    assertThat(sent()).contains("<strong>RUNNING:</strong> ").doesNotContain("<dt>measured</dt>");
  }

  @Test
  void theBooksAreReadAgainAfter2SecondsAndNotBefore() throws Exception {
    books.write(3, false);
    assertThat(sent()).contains(figure(30));
    books.write(5, false);
    clock.pass(1.9);
    assertThat(run.state().number()).isZero();
    assertThat(sent()).contains(figure(30));
    clock.pass(0.2);
    assertThat(sent()).contains(figure(50));
    assertThat(run.state().number()).isEqualTo(1);
  }

  @Test
  void eachTenantsFiguresGrowWithTheBooks() throws Exception {
    String sentOfQuiet = "data-figure=\"tenants.quiet.flows.telemetry.sent\" data-value=\"";
    books.write(3, false);
    assertThat(sent()).contains(sentOfQuiet + "6\"").doesNotContain("telemetry.lost");
    books.write(5, false);
    clock.pass(2);
    assertThat(sent()).contains(sentOfQuiet + "10\"");
    books.result(6);
    run.end(null);
    assertThat(sent()).contains(sentOfQuiet + "12\"", "tenants.quiet.flows.telemetry.lost");
  }

  @Test
  void whatTakesLongIsDoneSeldom() throws Exception {
    books.write(3, false);
    secondsToMake = 1.5;
    run.state();
    clock.pass(13);
    assertThat(run.state().number()).isZero();
    clock.pass(1);
    assertThat(run.state().number()).isEqualTo(1);
  }

  @Test
  void booksThatAreTooLargeAreLeftAlone() throws Exception {
    books.write(3, false);
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve(DeviceBook.FILE).toFile(), "rw")) {
      file.setLength(Books.MOST_BYTES);
    }
    assertThat(sent()).contains("RUNNING").doesNotContain("flows.telemetry.sent");
  }

  @Test
  void aBookThatCannotBeReadIsLeftOut() throws Exception {
    Files.writeString(directory.resolve(DeviceBook.FILE), "{");
    assertThat(sent()).contains("RUNNING").doesNotContain("flows.telemetry.sent");
  }

  @Test
  void theEndIsTheReportOfTheResult() throws Exception {
    books.write(3, false);
    assertThat(run.state().ended()).isFalse();
    books.result(6);
    run.end(null);
    assertThat(run.state().ended()).isTrue();
    assertThat(run.state().number()).isEqualTo(1);
    assertThat(sent())
        .contains("<strong>PASSED:</strong>", figure(60), "picture.delivered")
        .doesNotContain("id=\"now\"");
    clock.pass(100);
    assertThat(run.state().number()).as("no other follows").isEqualTo(1);
  }

  @Test
  void anEndWithoutAResultSaysWhy() {
    run.end("127.0.0.1:1 is not reachable");
    assertThat(sent()).contains("<strong>NO RESULT:</strong> 127.0.0.1:1 is not reachable.");
  }
}
