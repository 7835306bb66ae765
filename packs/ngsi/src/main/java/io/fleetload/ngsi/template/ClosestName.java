// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Which name a user may have meant. */
final class ClosestName {
  private static final int MOST_SHOWN = 20;

  private ClosestName() {}

  /** A question, where a name is close, and the names that there are. */
  static String of(String found, Collection<String> names) {
    List<String> sorted = new ArrayList<>(new TreeSet<>(names));
    String all = String.join(", ", sorted.subList(0, Math.min(MOST_SHOWN, sorted.size())));
    String known = "known here: " + all + (sorted.size() > MOST_SHOWN ? ", …" : "");
    return sorted.stream()
        .filter(each -> 2 * distance(each, found) <= found.length())
        .min(Comparator.comparingInt(each -> distance(each, found)))
        .map(each -> "did you mean " + each + "? " + known)
        .orElse(known);
  }

  /** Levenshtein distance: how many letters to change, add or remove. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
