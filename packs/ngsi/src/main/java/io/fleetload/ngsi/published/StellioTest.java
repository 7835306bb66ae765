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

  /** What our profiles call the request of a scenario. */
  private static final Map<String, String> FLOWS =
      Map.of(
          "Create entity", "create",
          "Partial attribute update", "partialUpdate",
          "Update attributes", "updateAttributes",
          "Query entities by type and values of properties", "queryByProperty",
          "Query entities by type and object of a relationship", "queryByRelationship",
          "Retrieve temporal evolution of an entity (aggregated values)", "retrieveTemporal");

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
      } else if (FLOWS.containsKey(scenario)) {
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

  /** What our profiles call its request. */
  String flow() {
    return FLOWS.getOrDefault(scenario, scenario);
  }

  /** How much was there before: entities, or temporal instances; 0 for nothing. */
  long setUpSize() {
    return NUMBER
        .matcher(setUp)
        .results()
        .mapToLong(each -> Long.parseLong(each.group()))
        .max()
        .orElse(0);
  }
}
