// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static io.fleetload.faults.FaultSchedule.ofLink;
import static io.fleetload.faults.FaultSchedule.ofParts;
import static io.fleetload.faults.FaultWindow.between;
import static io.fleetload.faults.PartFault.kill;
import static io.fleetload.faults.PartFault.stop;
import static io.fleetload.faults.PartFault.terminate;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.faults.PartFault.Part;
import java.time.Duration;
import java.util.List;

/**
 * The faults that docs/explanation/faults.md names. None of them harms the Hono that they share.
 */
final class NamedFaults {
  private static final int PASSED = 0;
  private static final int CROSSED = 1;
  private static final int GONE = 3;
  private static final int GENERATOR = 5;
  private static final int TERMINATED = 130;
  private static final int KILLED = 137;

  /**
   * A pause makes no verdict where a time is crossed; one that held would have held all the same.
   */
  private static final String PAUSES_COUNT =
      Load.ANY_HOST
          .replace("maxPause: 10m", "maxPause: 2s")
          .replace("\"flows", "\"flows.*.response.p99 < 500ms\", \"flows");

  private NamedFaults() {}

  /** All of them. */
  static List<NamedFault> all() {
    return List.of(
        NamedFault.of("nothing", ofLink(load(6).patient()), PASSED, "passed"),
        NamedFault.of("delay", ofLink(load(6).patient(), always(delay(40, 40))), PASSED, "passed")
            .and(each -> assertThat(p50(each, "event")).isGreaterThan(80)),
        NamedFault.of(
                "duplication",
                ofLink(load(6).patient(), always(new LinkFault.Duplication(0.5))),
                PASSED,
                "passed")
            .and(each -> assertThat(each.network().copied()).isGreaterThan(100)),
        NamedFault.of(
                "reordering",
                ofLink(
                    load(6).patient(),
                    always(new LinkFault.Reordering(0.3, Duration.ofMillis(80)))),
                PASSED,
                "passed")
            .and(each -> assertThat(each.network().late()).isGreaterThan(50)),
        NamedFault.of(
            "loss",
            ofLink(load(6), always(new LinkFault.Loss(0.4))),
            CROSSED,
            "thresholds-crossed",
            "flows\\.\\*?\\.?\\w*\\.?failed"),
        NamedFault.of(
            "blackhole",
            ofLink(load(10), between(2, 6, new LinkFault.Blackhole())),
            CROSSED,
            "thresholds-crossed",
            "failed"),
        NamedFault.of(
            "dead to the end",
            ofLink(load(6), between(3, 60, new LinkFault.Blackhole())),
            CROSSED,
            "thresholds-crossed"),
        NamedFault.of(
                "forgotten ports",
                ofLink(load(16), between(2, 3, new LinkFault.NewPorts(1))),
                CROSSED,
                "thresholds-crossed",
                "failed")
            .and(NamedFaults::everyDeviceCameBack),
        NamedFault.of(
            "Kafka held up",
            ofParts(load(8), stop(Part.KAFKA, 2, 3)),
            CROSSED,
            "thresholds-crossed",
            "missingCommand"),
        NamedFault.of(
            "Kafka silent at the end",
            ofParts(load(5), stop(Part.KAFKA, 4, 60)),
            GONE,
            "backend-behind"),
        NamedFault.of(
            "backend stopped",
            ofParts(load(8, PAUSES_COUNT), stop(Part.BACKEND, 2, 3)),
            GENERATOR,
            "generator-limited",
            "backend"),
        NamedFault.of(
            "devices stopped",
            ofParts(load(8, PAUSES_COUNT), stop(Part.DEVICES, 2, 3)),
            GENERATOR,
            "generator-limited",
            "stood still|garbage collection"),
        NamedFault.of(
            "campaign stopped",
            ofParts(load(8).patient(), stop(Part.CAMPAIGN, 2, 3)),
            PASSED,
            "passed"),
        NamedFault.of(
                "backend killed",
                ofParts(load(20), kill(Part.BACKEND, 3)),
                GONE,
                "tool-gone",
                ended("backend-simulator"))
            .and(NamedFaults::oneLine),
        NamedFault.of(
                "devices killed",
                ofParts(load(20), kill(Part.DEVICES, 3)),
                GONE,
                "tool-gone",
                ended("device-simulator"))
            .and(NamedFaults::oneLine),
        NamedFault.of(
            "campaign killed", ofParts(load(20), kill(Part.CAMPAIGN, 3)), KILLED, "interrupted"),
        NamedFault.of(
            "campaign ended by a signal",
            ofParts(load(20), terminate(Part.CAMPAIGN, 3)),
            TERMINATED,
            "interrupted",
            "INTERRUPTED \\(incomplete\\)"));
  }

  static Load load(int measure) {
    return load(measure, Load.ANY_HOST);
  }

  private static Load load(int measure, String limits) {
    return Load.seconds(measure, limits);
  }

  private static FaultWindow always(LinkFault fault) {
    return between(0, 3_600, fault);
  }

  private static LinkFault delay(int least, int jitter) {
    return new LinkFault.Delay(Duration.ofMillis(least), Duration.ofMillis(jitter));
  }

  private static String ended(String tool) {
    return "(?m)^%s .* signal 9 \\(SIGKILL, .*/logs/%s\\.log$".formatted(tool, tool);
  }

  private static void oneLine(FaultRun.Outcome outcome) {
    assertThat(outcome.err()).as(outcome.toString()).hasLineCount(1);
  }

  private static double p50(FaultRun.Outcome outcome, String flow) {
    return outcome.files().result().at("/flows/" + flow + "/response/p50").asDouble();
  }

  private static void everyDeviceCameBack(FaultRun.Outcome outcome) {
    var reconnects = outcome.files().result().at("/devices/reconnects");
    assertThat(reconnects.path("silent").asLong()).isGreaterThanOrEqualTo(10);
    assertThat(reconnects.path("outstanding").asLong()).isZero();
  }
}
