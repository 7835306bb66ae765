// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fleetload.process.UserFile;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.schedule.trace.Trace;
import io.fleetload.schedule.trace.TraceDevices;
import io.fleetload.schedule.trace.TraceLines;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.stamp.Period;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows with the times of a trace; warm-up 2 s, measured 10 s. */
class TraceFlowTest {
  @TempDir Path directory;

  private final FleetBench bench = new FleetBench();

  /** A fleet of ten devices with a flow of these lines, which are all read. */
  private FleetRun running(String lines, int speed) throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("t.csv"), "time,device\n" + lines);
    LoadModel model =
        new LoadModel.Replay(
            new Trace(new FileBesideProfile("t.csv", file), speed),
            () ->
                new TraceLines(
                    new UserFile("flows.telemetry.times", file),
                    "telemetry",
                    new TraceDevices(0, 10, "device-{index}")),
            10 * SECOND);
    bench.links.onSend = (message, exchange) -> bench.links.after(5, exchange);
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", model, 3 * SECOND)));
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("trace of telemetry")) {
        each.join();
      }
    }
    return fleet;
  }

  @Test
  void itsLinesAreSentAtTheirTimesByTheirDevicesFromTheBeginOfTheMeasuredPhase() throws Exception {
    FleetRun fleet = running("50.5,device-3\n50.5,device-9\n52,device-3\n70,device-1\n", 2);

    bench.loop.pass(60 * SECOND);

    assertThat(bench.ended).isDone();
    long begin = bench.beganNanos + 2 * SECOND;
    assertThat(bench.links.sent)
        .extracting(
            each -> each.stamp().n(),
            each -> each.stamp().device(),
            each -> each.atNanos() - begin,
            each -> each.stamp().period())
        .containsExactly(
            tuple(0, 3, 0L, Period.MEASURED),
            tuple(1, 9, 0L, Period.MEASURED),
            tuple(2, 3, 750 * MILLI, Period.MEASURED),
            tuple(3, 1, 9_750 * MILLI, Period.MEASURED));
    assertThat(fleet.failure()).isNull();
  }

  @Test
  void theBookHasTheRateOfItsLinesAndNoTurns() throws Exception {
    FleetRun fleet = running("0,1\n1,1\n2,2\n9,3\n9.999,1\n10,5\n11,5\n", 1);

    bench.loop.pass(60 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    FlowCounts measured = book.totals().measured();
    assertThat(measured.scheduled()).isEqualTo(5);
    assertThat(measured.ok()).isEqualTo(5);
    assertThat(book.totals().warmUp().scheduled()).isZero();
    assertThat(book.terms().trace()).isTrue();
    assertThat(book.terms().asked()).isEqualTo(0.5);
    assertThat(book.numbering().turns()).isNull();
    assertThat(book.totals().cold().scheduled()).isEqualTo(3);
    assertThat(book.totals().cold().ok()).isEqualTo(3);
  }

  @Test
  void aLineThatIsWrongEndsTheRunWhenItsTurnComes() throws Exception {
    FleetRun fleet = running("0,1\n1,1\n0.5,2\n9,3\n", 1);

    bench.loop.pass(4 * SECOND);

    assertThat(bench.ended).isDone();
    assertThat(fleet.failure())
        .hasMessageContaining("flows.telemetry.times: ")
        .hasMessageContaining("line 4: its time is before");
    assertThat(fleet.book("telemetry").totals().measured().ok()).isEqualTo(2);
  }

  @Test
  void anEndBeforeTheTimeAsksForWhatWasDueAndNoMore() throws Exception {
    FleetRun fleet = running("0,1\n1,1\n2,2\n9,3\n", 1);

    bench.loop.pass(4 * SECOND + 500 * MILLI);
    fleet.stop();
    bench.loop.pass(SECOND);

    assertThat(bench.ended).isDone();
    FlowCounts measured = fleet.book("telemetry").totals().measured();
    assertThat(measured.scheduled()).isEqualTo(3);
    assertThat(measured.remainder()).isZero();
  }
}
