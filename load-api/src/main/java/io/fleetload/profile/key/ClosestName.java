// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds which of several names a user may have meant by one that does not exist. */
public final class ClosestName {
  /** A longer name is hardly a slip; and the comparison takes the square of the length. */
  private static final int LONGEST = 100;

  private ClosestName() {}

  /** The name that is most like what was written; empty where half of it would have to change. */
  public static Optional<String> of(String written, Collection<String> names) {
    return written.length() > LONGEST
        ? Optional.empty()
        : names.stream()
            .filter(each -> 2 * distance(each, written) <= written.length())
            .min(Comparator.comparingInt(each -> distance(each, written)));
  }

  /**
   * Number of letters to change, add, remove or swap with their neighbour: the optimal string
   * alignment distance (Damerau, 1964).
   */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : fewest(steps, a, b, i, j);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int fewest(int[][] steps, String a, String b, int i, int j) {
    int changed = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int fewest = Math.min(changed, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(fewest, 1 + steps[i - 2][j - 2]) : fewest;
  }
}
