// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Every mistake of a profile at once. */
public final class ProfileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<ProfileProblem> problems;

  /** With at least one problem. */
  public ProfileException(List<ProfileProblem> problems) {
    super(
        sorted(problems).stream().map(ProfileProblem::toString).collect(Collectors.joining("\n")));
    this.problems = sorted(problems);
  }

  /** The mistakes, in the order of the file. */
  public List<ProfileProblem> problems() {
    return problems;
  }

  private static List<ProfileProblem> sorted(List<ProfileProblem> problems) {
    return problems.stream().sorted(Comparator.comparingInt(ProfileProblem::line)).toList();
  }
}
