// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import io.fleetload.results.format.ExitCode;
import io.fleetload.results.format.RequiredPart;
import java.util.List;
import java.util.Locale;

/**
 * The verdict on a run, in one word and in sentences.
 *
 * @param status the word: an {@link ExitCode#status()}
 * @param exitCode the process's exit code that goes with it
 * @param reasons why, most important first; of a run that passed, what limits what it says: empty
 *     in most
 */
public record Verdict(@RequiredPart String status, int exitCode, List<String> reasons) {
  /** Refuses an unknown status; an early result may have no reasons. */
  public Verdict {
    ExitCode.ofStatus(status);
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
  }

  /** A verdict with its reasons. */
  public static Verdict of(ExitCode code, List<String> reasons) {
    return new Verdict(code.status(), code.code(), reasons);
  }

  /** The status as the head of a page has it: {@code THRESHOLDS CROSSED}. */
  public String heading() {
    return status.toUpperCase(Locale.ROOT).replace('-', ' ');
  }

  /** The constant that has its status. */
  public ExitCode code() {
    return ExitCode.ofStatus(status);
  }
}
