// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of the tables that Stellio published.
 *
 * @param scenario the title of its table
 * @param users how many sent requests at once
 * @param setUp what was there before, in words; empty for nothing
 * @param requests how many all users sent together
 * @param perSecond how many a second, the mean of three runs
 * @param p95Ms the 95th percentile of the response time in ms, likewise
 */
record StellioTest(
    String scenario, int users, String setUp, int requests, double perSecond, double p95Ms) {

  /** The run of a profile of ours that repeats a scenario, and its request. */
  private record Repeated(String run, String flow) {}

  private static final Map<String, Repeated> REPEATED =
      Map.of(
          "Create entity",
          new Repeated("stellio-create-entity", "create"),
          "Partial attribute update",
          new Repeated("stellio-partial-attribute-update", "update"),
          "Update attributes",
          new Repeated("stellio-update-attributes", "update"),
          "Query entities by type and values of properties",
          new Repeated("stellio-query-entities-by-type-and-property-value", "query"),
          "Query entities by type and object of a relationship",
          new Repeated("stellio-query-entities-by-type-and-relationship-object", "query"),
          "Retrieve temporal evolution of an entity (aggregated values)",
          new Repeated("stellio-retrieve-temporal-evolution-of-an-entity", "retrieve"));

  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^### (?<title>.+)$|^\\| *(?<users>[0-9]+) *\\|(?: *(?<setUp>[^|]*[a-z][^|]*?) *\\|)?"
              + " *(?<requests>[0-9]+) *\\| *(?<rate>[0-9.]+) *\\| *(?<p95>[0-9.]+) ms *\\|");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** All rows of a document, in their order. */
  static List<StellioTest> of(String document) {
    List<StellioTest> tests = new ArrayList<>();
    String scenario = "";
    Matcher lines = LINE.matcher(document);
    while (lines.find()) {
      if (lines.group("title") != null) {
        scenario = lines.group("title").strip();
      } else if (REPEATED.containsKey(scenario)) {
        String setUp = lines.group("setUp");
        tests.add(
            new StellioTest(
                scenario,
                Integer.parseInt(lines.group("users")),
                setUp == null ? "" : setUp.replaceAll(" *<br> *", ", ").strip(),
                Integer.parseInt(lines.group("requests")),
                Double.parseDouble(lines.group("rate")),
                Double.parseDouble(lines.group("p95"))));
      }
    }
    return tests;
  }

  /** Returns whether its scenario is one of those that a profile of ours repeats. */
  boolean isKnown() {
    return scenario != null && REPEATED.containsKey(scenario);
  }

  /** Returns whether a run of that name repeats it. */
  boolean isRepeatedBy(String run) {
    return REPEATED.get(scenario).run().equals(run);
  }

  /** Name of its request in our profile. */
  String flow() {
    return REPEATED.get(scenario).flow();
  }

  /** Number of entities that were there before, or of temporal instances; 0 for none. */
  long setUpSize() {
    List<Long> numbers =
        NUMBER.matcher(setUp).results().map(each -> Long.valueOf(each.group())).toList();
    if (numbers.isEmpty()) {
      return 0;
    }
    // So many instances of each entity.
    return setUp.contains("instances") ? numbers.get(0) * numbers.get(1) : numbers.get(0);
  }
}
