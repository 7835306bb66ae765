// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.format;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Every exit code of every tool, named once. The table in the docs is checked against it. */
public enum ExitCode {
  /** The run ended, its books balance and no threshold was crossed. */
  PASSED(0, "passed", "the run ended, its books balance and no threshold was crossed"),
  /** At least one threshold of the profile or of the defaults was crossed. */
  THRESHOLDS_CROSSED(
      1, "thresholds-crossed", "a threshold of the profile or of the defaults was crossed"),
  /** The profile or the command line is wrong; nothing was started. */
  WRONG_USAGE(2, "wrong-usage", "the profile or the command line is wrong; nothing was started"),
  /** The target cannot be reached or does not become ready. */
  TARGET_NOT_READY(3, "target-not-ready", "the target is not reachable or not ready"),
  /** The target went away while the run went on. */
  TARGET_GONE(
      3,
      "target-gone",
      "the target died or stopped answering during the run; results so far are written, marked"
          + " incomplete"),
  /** A simulator went away while the run went on. */
  TOOL_GONE(
      3,
      "tool-gone",
      "a simulator died during the run; results so far are written, marked incomplete"),
  /** The backend left messages unread: they are neither delivered nor lost. */
  BACKEND_BEHIND(
      3,
      "backend-behind",
      "the backend could not read to the end, so it is not known what was lost"),
  /** A disturbance of the target that the profile asks for was not done. */
  NOT_DISTURBED(
      3,
      "not-disturbed",
      "a disturbance of the target was not done; the figures are of a target that was left alone"),
  /** The ledger has a remainder: the run is invalid. */
  LEDGER_UNBALANCED(4, "ledger-unbalanced", "the ledger does not balance; the run is invalid"),
  /** The generator could not hold the schedule; the run says nothing about the target. */
  GENERATOR_LIMITED(
      5,
      "generator-limited",
      "the device simulator, the backend simulator or this host was the limit; no verdict on the"
          + " target"),
  /** A fault of the tool itself: a bug, not the user's and not the target's. */
  INTERNAL_FAULT(70, "internal-fault", "a fault of the tool itself; its log has the details"),
  /** The results could not be written: a full disk, a directory that went away. */
  RESULTS_NOT_WRITTEN(
      74,
      "results-not-written",
      "the results could not be written; those that could be before are kept"),
  /** Interrupted; what was known until then is written and marked incomplete. */
  INTERRUPTED(130, "interrupted", "interrupted; results so far are written, marked incomplete");

  /** Order by which the first code applies where several would do. */
  private static final List<ExitCode> WORST_FIRST =
      List.of(
          INTERNAL_FAULT,
          RESULTS_NOT_WRITTEN,
          WRONG_USAGE,
          INTERRUPTED,
          TARGET_NOT_READY,
          TARGET_GONE,
          TOOL_GONE,
          BACKEND_BEHIND,
          LEDGER_UNBALANCED,
          NOT_DISTURBED,
          GENERATOR_LIMITED,
          THRESHOLDS_CROSSED,
          PASSED);

  private final int code;
  private final String status;
  private final String meaning;

  ExitCode(int code, String status, String meaning) {
    this.code = code;
    this.status = status;
    this.meaning = meaning;
  }

  /** The process's exit code. */
  public int code() {
    return code;
  }

  /** The name used as {@code verdict.status} in {@code result.json}. */
  public String status() {
    return status;
  }

  /** One sentence for the docs and the help page. */
  public String meaning() {
    return meaning;
  }

  /**
   * Lines that a tool prints that ends so by itself, without a verdict; empty where all went well.
   *
   * @param limits why the generator was the limit
   */
  public List<String> said(List<String> limits) {
    return switch (this) {
      case PASSED -> List.of();
      case GENERATOR_LIMITED -> limits.stream().map(each -> status + ": " + each).toList();
      default -> List.of(meaning);
    };
  }

  /**
   * The first constant for a process's exit code; others may say more exactly why.
   *
   * @throws IllegalArgumentException if no constant has that code
   */
  public static ExitCode of(int code) {
    for (ExitCode each : values()) {
      if (each.code == code) {
        return each;
      }
    }
    throw new IllegalArgumentException("no exit code " + code);
  }

  /**
   * The code with which this process ends. Where {@code loadtest} started it, a crossed threshold
   * has another one: a JVM ends with 1 where it cannot start a program.
   */
  public static int ofProcess(int code) {
    return code == THRESHOLDS_CROSSED.code() ? Integer.getInteger("fleetload.crossed", code) : code;
  }

  /** The worst of several; of none it is passed. */
  public static ExitCode worst(Collection<ExitCode> several) {
    return several.stream().min(Comparator.comparingInt(WORST_FIRST::indexOf)).orElse(PASSED);
  }

  /**
   * The constant for a {@code verdict.status}.
   *
   * @throws IllegalArgumentException if no constant has that status
   */
  public static ExitCode ofStatus(String status) {
    for (ExitCode each : values()) {
      if (each.status.equals(status)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no status " + status);
  }
}
