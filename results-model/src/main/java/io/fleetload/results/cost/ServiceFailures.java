// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;

/**
 * Requests between the target's own services that failed. The device that waited for one of them
 * was refused as if the target was overloaded.
 *
 * @param noCredit requests that the other service had given no credit for, in the measured phase
 * @param timeouts requests that were not answered in time, in the measured phase
 * @param warmUp both before the measured phase, in the ramp and the warm-up; absent where they were
 *     not read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceFailures(long noCredit, long timeouts, Before warmUp) {

  /**
   * The same before the measured phase.
   *
   * @param noCredit requests without credit
   * @param timeouts requests that were not answered in time
   */
  public record Before(long noCredit, long timeouts) {
    private boolean any() {
      return noCredit > 0 || timeouts > 0;
    }
  }

  /** The failures of two processes together. */
  public ServiceFailures plus(ServiceFailures other) {
    return new ServiceFailures(
        noCredit + other.noCredit,
        timeouts + other.timeouts,
        warmUp == null || other.warmUp == null
            ? null
            : new Before(
                warmUp.noCredit() + other.warmUp.noCredit(),
                warmUp.timeouts() + other.warmUp.timeouts()));
  }

  /** In one sentence; empty where there was none. */
  public String text() {
    boolean before = warmUp != null && warmUp.any();
    if (noCredit == 0 && timeouts == 0 && !before) {
      return "";
    }
    return String.format(
            Locale.ROOT,
            "%,d requests found no AMQP credit, %,d timed out between the target's services",
            noCredit,
            timeouts)
        + (before
            ? String.format(
                Locale.ROOT,
                "; before the measured phase %,d and %,d",
                warmUp.noCredit(),
                warmUp.timeouts())
            : "");
  }
}
