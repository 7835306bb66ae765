// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Verdict of a run on its target: the end of its process, and the reason. */
public enum Verdict {
  /** No threshold was crossed. */
  PASSED(0, "the run ended, its books balance and no threshold was crossed"),
  /** A threshold was crossed. */
  THRESHOLDS_CROSSED(1, "a threshold of the profile or of the defaults was crossed"),
  /** The profile or an option is wrong. */
  WRONG_USAGE(2, "the profile or the command line is wrong; nothing was started"),
  /** The target was not there. */
  TARGET_NOT_READY(3, "the target is not reachable or not ready"),
  /** The target went away. */
  TARGET_GONE(
      3,
      "the target died or stopped answering during the run; results so far are written, marked"
          + " incomplete"),
  /** A simulator went away. */
  TOOL_GONE(3, "a simulator died during the run; results so far are written, marked incomplete"),
  /** The number of lost messages is not known. */
  BACKEND_BEHIND(3, "the backend could not read to the end, so it is not known what was lost"),
  /** A disturbance of the target was not done. */
  NOT_DISTURBED(
      3,
      "a disturbance of the target was not done; the figures are of a target that was left alone"),
  /** The run is invalid. */
  LEDGER_UNBALANCED(4, "the ledger does not balance; the run is invalid"),
  /** The run says nothing about the target: run it again, or on a machine with less to do. */
  GENERATOR_LIMITED(
      5,
      "the device simulator, the backend simulator or this host was the limit; no verdict on the"
          + " target"),
  /** A fault of the tool itself. */
  INTERNAL_FAULT(70, "a fault of the tool itself; its log has the details"),
  /** A full disk, a directory that went away. */
  RESULTS_NOT_WRITTEN(74, "the results could not be written; those that could be before are kept"),
  /** A user or another process stopped the run. */
  INTERRUPTED(130, "interrupted; results so far are written, marked incomplete");

  private final int exitCode;
  private final String meaning;

  Verdict(int exitCode, String meaning) {
    this.exitCode = exitCode;
    this.meaning = meaning;
  }

  /** The exit code of {@code loadtest} that goes with it. */
  public int exitCode() {
    return exitCode;
  }

  /** One sentence for a person. */
  public String meaning() {
    return meaning;
  }

  /** The word in {@code result.json}, such as {@code thresholds-crossed}. */
  public String status() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Verdict> ofStatus(String status) {
    return Arrays.stream(values()).filter(each -> each.status().equals(status)).findFirst();
  }

  /** The first of that code; a code that no tool ends with is a fault. */
  static Verdict ofExitCode(int code) {
    return Arrays.stream(values())
        .filter(each -> each.exitCode == code)
        .findFirst()
        .orElse(INTERNAL_FAULT);
  }
}
