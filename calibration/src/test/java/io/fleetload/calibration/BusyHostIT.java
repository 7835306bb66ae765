// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.calibration.script.Delays;
import io.fleetload.calibration.script.Delivery;
import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Reply;
import io.fleetload.calibration.script.Rule;
import io.fleetload.calibration.script.Schedule;
import io.fleetload.calibration.script.Script;
import io.fleetload.calibration.script.Stall;
import io.fleetload.driver.RunClock;
import io.fleetload.process.StopSignal;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verdicts on a target of known figures while other programs burn all processors. What they take is
 * felt by all, so nothing else runs meanwhile.
 */
@Tag("nightly")
@Tag("calibration")
@Isolated
class BusyHostIT {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final Path JAR = HOME.resolve("device-simulator/target/device-simulator.jar");

  private static final int FLEET = 100;
  private static final int RATE = 100;
  private static final int WARM_UP_SECONDS = 1;
  private static final int MEASURE_SECONDS = 4;
  private static final int TOTAL = RATE * (WARM_UP_SECONDS + MEASURE_SECONDS);

  /** One of 50 is refused, another of 100 is lost behind the server. */
  private static final int REFUSED = RATE * MEASURE_SECONDS / 50;

  private static final int LOST = RATE * MEASURE_SECONDS / 100;
  private static final double MILLIS = 300;

  /** None of these has a bound where another one is looked at. */
  private static final List<String> ANY =
      List.of("flows.*.failed >= 0", "ledger.lost >= 0", "ledger.deliveredUnconfirmed >= 0");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aTargetThatIsWorseThanABoundNeverPasses(int burnersOfEachProcessor) throws Exception {
    FlowScript worse =
        script(
            new Delays.Constant(MILLIS),
            List.of(new Rule<>(50, 7, Reply.NOT_FOUND)),
            List.of(new Rule<>(100, 3, Delivery.NEVER)));
    TrialReport finding = run("worse", worse, burnersOfEachProcessor);

    FlowResult telemetry = flow(judged(finding, null, ANY));
    assertThat(telemetry.counts().failed()).isEqualTo(REFUSED);
    assertThat(telemetry.ledger().messages().lost()).isEqualTo(LOST);
    assertThat(telemetry.times().response().times().p50()).isGreaterThanOrEqualTo(MILLIS);
    for (HostLoad host : hosts()) {
      for (String bound :
          List.of(
              "flows.telemetry.response.p50 < 290ms",
              "flows.telemetry.response.p99 < 290ms",
              "flows.telemetry.failed / flows.telemetry.sent < 1.9%",
              "flows.telemetry.failed < 8")) {
        assertThat(code(judged(finding, host, with(bound))))
            .as(bound)
            .isIn(ExitCode.THRESHOLDS_CROSSED, ExitCode.GENERATOR_LIMITED);
      }
      // No host loses what both books have.
      assertThat(code(judged(finding, host, List.of("flows.*.failed >= 0", "ledger.lost < 4"))))
          .isIn(ExitCode.THRESHOLDS_CROSSED, ExitCode.GENERATOR_LIMITED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aTargetThatIsMuchBetterThanItsBoundsIsNotCalledWorse(int burnersOfEachProcessor)
      throws Exception {
    FlowScript better = script(new Delays.Constant(20), List.of(), List.of());
    TrialReport finding = run("better", better, burnersOfEachProcessor);

    FlowResult telemetry = flow(judged(finding, null, List.of()));
    assertThat(telemetry.counts().failed()).isZero();
    assertThat(telemetry.ledger().messages().lost()).isZero();
    for (HostLoad host : hosts()) {
      Result result =
          judged(
              finding,
              host,
              List.of(
                  "flows.telemetry.response.p99 < 20s",
                  "flows.telemetry.failed == 0",
                  "ledger.lost == 0",
                  "ledger.duplicate == 0"));
      assertThat(code(result))
          .as("%s", result.verdict())
          .isIn(ExitCode.PASSED, ExitCode.GENERATOR_LIMITED);
    }
  }

  private static List<String> with(String bound) {
    List<String> all = new ArrayList<>(List.of("ledger.lost >= 0"));
    if (!bound.contains("failed")) {
      all.add("flows.*.failed >= 0");
    }
    all.add(bound);
    return all;
  }

  private static FlowScript script(
      Delays delays, List<Rule<Reply>> replies, List<Rule<Delivery>> deliveries) {
    return new FlowScript(
        new Schedule(RATE, 0), FLEET, TOTAL, TOTAL, 1, delays, replies, deliveries, 0);
  }

  private TrialReport run(String name, FlowScript script, int burnersOfEachProcessor)
      throws Exception {
    assumeTrue(Files.exists(JAR), () -> JAR + " is not built");
    Trial trial =
        new Trial(
            name,
            "",
            FLEET,
            30_000,
            WARM_UP_SECONDS,
            MEASURE_SECONDS,
            Map.of(Trials.TELEMETRY, RATE),
            new Script(false, Stall.NONE, Map.of(Trials.TELEMETRY, script)));
    TrialRun run =
        new TrialRun(
            new DeviceProcess(new Installation(HOME)),
            directory,
            RunClock.system(),
            told -> {},
            new StopSignal());
    try (Burners burners =
        new Burners(burnersOfEachProcessor * Runtime.getRuntime().availableProcessors())) {
      TrialReport finding = run.run(trial, new RunId(1));
      assertThat(burners.areAlive()).as("the host was busy to the end").isTrue();
      return finding;
    }
  }

  /** A host that nothing is said of, and one of which a campaign says what others took. */
  private static List<HostLoad> hosts() {
    List<HostLoad> hosts = new ArrayList<>();
    hosts.add(null);
    hosts.add(new HostLoad(2, 0.3, 0.7, 0.7, 0.15, null, List.of("others took 70 %")));
    return hosts;
  }

  private static Result judged(TrialReport finding, HostLoad host, List<String> thresholds) {
    return Result.join(
        finding.device(),
        finding.backend(),
        thresholds.stream().map(Threshold::parse).toList(),
        null,
        host);
  }

  private static ExitCode code(Result result) {
    return result.verdict().code();
  }

  private static FlowResult flow(Result result) {
    return result.figures().flows().get(Trials.TELEMETRY);
  }

  /** Processes that do nothing, as fast as they can. */
  private static final class Burners implements AutoCloseable {
    private final List<Process> all = new ArrayList<>();

    Burners(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        all.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
    }

    boolean areAlive() {
      return Stream.of(all).flatMap(List::stream).allMatch(Process::isAlive);
    }

    @Override
    public void close() {
      all.forEach(Process::destroyForcibly);
    }
  }
}
