// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every mistake of a profile at once; its message has the first 20. */
public final class ProfileException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 20;

  private final transient List<ProfileProblem> problems;

  /** With at least one problem. */
  public ProfileException(List<ProfileProblem> problems) {
    super(text(sorted(problems)));
    this.problems = sorted(problems);
  }

  /** The mistakes, in the order of the file. */
  public List<ProfileProblem> problems() {
    return problems;
  }

  private static String text(List<ProfileProblem> sorted) {
    String shown =
        sorted.stream()
            .limit(MOST_SHOWN)
            .map(ProfileProblem::toString)
            .collect(Collectors.joining("\n"));
    int more = sorted.size() - MOST_SHOWN;
    return more > 0
        ? String.format(Locale.ROOT, "%s\n... and %,d more mistakes", shown, more)
        : shown;
  }

  private static List<ProfileProblem> sorted(List<ProfileProblem> problems) {
    return problems.stream().sorted(Comparator.comparingInt(ProfileProblem::line)).toList();
  }
}
