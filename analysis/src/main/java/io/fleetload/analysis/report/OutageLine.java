// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.outage.Outage;
import java.util.Locale;
import java.util.Optional;

/** The terminal's line about sessions that the target or the network took from the devices. */
final class OutageLine {
  private OutageLine() {}

  /** The line; none where no session was gone. */
  static Optional<String> of(Outage.OutageFigures outage) {
    if (outage == null || outage.sessions() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "  outage: %,d sessions gone, at most %,d at once, for p50 %s, max %s; %s; messages:"
                + " %,d failed, %,d late",
            outage.sessions(),
            outage.mostAtOnce(),
            seconds(outage.goneFor().times().p50()),
            seconds(outage.goneFor().times().max()),
            recovery(outage),
            outage.messagesFailed(),
            outage.messagesLate()));
  }

  private static String recovery(Outage.OutageFigures outage) {
    return outage.recoveryMs() == null
        ? String.format(Locale.ROOT, "%,d not back at the end", outage.notBack())
        : String.format(
            Locale.ROOT, "all back %,.1f s after the first was gone", outage.recoveryMs() / 1e3);
  }

  private static String seconds(Double millis) {
    return millis == null ? "-" : String.format(Locale.ROOT, "%,.1f s", millis / 1e3);
  }
}
