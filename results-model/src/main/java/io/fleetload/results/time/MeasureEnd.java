// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * End of a measured phase that lasts until response times are known precisely.
 *
 * @param until what was asked for, such as {@code p99 ± 5%}
 * @param reached whether it was reached
 * @param flow the flow with the least precise figure; absent where no flow had any
 * @param share the share to which that figure is known either way; absent where it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MeasureEnd(String until, boolean reached, String flow, Double share) {

  /** The end of a phase of that length, in s, in a sentence. */
  public String sentence(double seconds) {
    return reached
        ? String.format(
            Locale.ROOT, "measured for %.0f s, until %s was known of every flow", seconds, until)
        : String.format(
            Locale.ROOT,
            "measured for the longest time, %.0f s, and %s was not reached%s; give it longer, or"
                + " ask for less",
            seconds,
            until,
            flow == null
                ? ""
                : " (%s: %s)"
                    .formatted(
                        flow, share == null ? "too few messages" : Precision.text(rounded())));
  }

  private double rounded() {
    return BigDecimal.valueOf(share).round(new MathContext(2)).doubleValue();
  }
}
