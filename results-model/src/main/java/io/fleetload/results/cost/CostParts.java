// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an installation that are in the cost of a run. Two costs can be compared only where
 * the same parts are in both.
 *
 * @param included the parts with a figure of processor time, in the installation's order
 * @param withoutPage the parts of the installation that no metrics page was given for
 * @param withoutFigure the parts with a page that has no processor time
 * @param pagesWithoutRole how many pages were given without saying of which part they are; absent
 *     where all have a role
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CostParts(
    List<String> included,
    List<String> withoutPage,
    List<String> withoutFigure,
    Integer pagesWithoutRole) {

  /** Copies the lists; a list that an older file has not is empty. */
  public CostParts {
    included = included == null ? List.of() : List.copyOf(included);
    withoutPage = withoutPage == null ? List.of() : List.copyOf(withoutPage);
    withoutFigure = withoutFigure == null ? List.of() : List.copyOf(withoutFigure);
  }

  /** The missing parts, in one sentence; empty where the cost is of the whole installation. */
  public String missing() {
    List<String> sentences = new ArrayList<>();
    if (pagesWithoutRole != null) {
      sentences.add(
          pagesWithoutRole == 1
              ? "1 page has no role, so it is not known which part it is of"
              : pagesWithoutRole
                  + " pages have no role, so it is not known which parts they are of");
    }
    if (!withoutPage.isEmpty() && pagesWithoutRole == null) {
      sentences.add(not(withoutPage) + " in this cost: no page given");
    }
    if (!withoutFigure.isEmpty()) {
      sentences.add(not(withoutFigure) + " in this cost: the page tells no processor time");
    }
    return String.join("; ", sentences);
  }

  /** The parts in the cost and the missing ones, in sentences. */
  public String text() {
    String missing = missing();
    return "In this cost: "
        + (included.isEmpty() ? "no part of the installation" : String.join(", ", included))
        + (missing.isEmpty() ? "." : ". " + capital(missing) + ".");
  }

  private static String capital(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private static String not(List<String> parts) {
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0) + " is not"
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last) + " are not";
  }
}
