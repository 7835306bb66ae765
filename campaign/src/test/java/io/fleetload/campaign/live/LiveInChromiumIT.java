// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.driver.RunClock;
import io.fleetload.rig.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page as a browser follows it, from books that grow to the verdict. */
class LiveInChromiumIT {
  private static final long LONGEST_SECONDS = 300;
  private static final int STEPS = 6;

  private final CountDownLatch seen = new CountDownLatch(STEPS);
  private final AtomicInteger seconds = new AtomicInteger(2);

  @TempDir private Path directory;

  @BeforeEach
  void aBrowserIsHere() {
    assumeThat(Chromium.installed()).as("chromium is on the PATH").isPresent();
  }

  /** A second passes whenever somebody looks at it, so some askings come too early. */
  private static RunClock clock() {
    SetClock clock = new SetClock();
    return new RunClock() {
      @Override
      public long nanos() {
        clock.pass(1);
        return clock.nanos();
      }

      @Override
      public long epochNanos(long nanos) {
        return nanos;
      }
    };
  }

  /** Whenever the page is made, the run is a second further, until enough was seen of it. */
  private RunSoFar.Now grown() {
    if (seen.getCount() == 0) {
      return GrowingBooks.now(seconds.get());
    }
    try {
      int now = seconds.incrementAndGet();
      new GrowingBooks(directory).write(now, false);
      seen.countDown();
      return GrowingBooks.now(now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void itsFiguresAndChartsChangeInPlaceUntilTheVerdict() throws Exception {
    Chromium chromium = new Chromium(directory);
    String first;
    try (LivePage page = LivePage.at(0, RunClock.system())) {
      LiveRun run = new LiveRun(directory, 1, "growing", GrowingBooks.ABOUT, this::grown, clock());
      page.show(run);
      Process browser =
          chromium.open(
              page.address(),
              List.of(
                  "--enable-logging=stderr",
                  // Its own time, which stands still while it waits for an answer.
                  "--virtual-time-budget=600000"));
      try {
        assertThat(seen.await(LONGEST_SECONDS, TimeUnit.SECONDS))
            .as("it asks again and again")
            .isTrue();
        first = run.state().report().content().path("body").asText();
        assertThat(first)
            .contains("RUNNING", "id=\"now\"", "id=\"tenants\"")
            .doesNotContain("telemetry.lost");
        new GrowingBooks(directory).result(500);
        page.end(null);
        assertThat(browser.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
      } finally {
        browser.destroyForcibly();
      }
    }
    String page = Files.readString(chromium.dom());
    String root = page.substring(page.indexOf("<html"), page.indexOf("<head>"));
    assertThat(root).contains("data-ready=\"true\"").contains("data-errors=\"0\"");
    assertThat(Files.readString(chromium.log())).doesNotContain("CONSOLE");
    assertThat(attribute(root, "data-updates"))
        .as("one page followed them all")
        .isGreaterThanOrEqualTo(STEPS - 1);
    assertThat(page)
        .contains("<title>growing – passed</title>")
        .contains("<strong>PASSED:</strong> 5 sessions sent 10/s of telemetry")
        .contains("data-figure=\"flows.telemetry.sent\" data-value=\"5000\">5,000<")
        .contains("data-figure=\"tenants.quiet.flows.telemetry.sent\" data-value=\"1000\">1,000<")
        .contains("data-figure=\"tenants.quiet.flows.telemetry.lost\" data-value=\"0\">0<")
        .contains("data-figure=\"picture.delivered\" data-value=\"5000\"")
        .doesNotContain("<section id=\"now\">")
        .doesNotContain("id=\"gone\"");
    // Two lines of 500 seconds, in the canvas that showed the first ones.
    assertThat(page).containsPattern("<canvas data-chart=\"asked\"[^>]*data-points=\"1000\"");
    assertThat(page).contains("<section id=\"flows\">").containsOnlyOnce("id=\"verdict\"");
  }

  private static int attribute(String root, String name) {
    String from = root.substring(root.indexOf(name + "=\"") + name.length() + 2);
    return Integer.parseInt(from.substring(0, from.indexOf('"')));
  }
}
