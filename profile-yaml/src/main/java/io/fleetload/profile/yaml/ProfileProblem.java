// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

/**
 * One mistake in a profile.
 *
 * @param source the file, or {@code --set} for an override
 * @param line the line in the file, from 1; 0 if it has no line
 * @param path the key path, dots between; empty for the whole file
 * @param message what was found and what is allowed
 */
public record ProfileProblem(String source, int line, String path, String message) {
  private static final int LONGEST_MESSAGE = 2_000;

  /** The mistake as one line that a terminal shows as it is. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(ValueText.value(source));
    if (line > 0) {
      text.append(':').append(line);
    }
    if (!path.isEmpty()) {
      text.append(": ").append(ValueText.value(path));
    }
    return text.append(": ").append(ValueText.of(message, LONGEST_MESSAGE)).toString();
  }
}
