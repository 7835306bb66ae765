// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.ResultFiles;
import java.util.List;
import java.util.Locale;

/** A comparison as a program reads it. */
public final class ComparisonJson {
  private ComparisonJson() {}

  /**
   * The document: {@code verdict} is {@code worse}, {@code not-worse}, {@code not-comparable} for
   * the reasons {@code notComparable}, or {@code no-verdict}; a figure's {@code difference} is a
   * share of A, absent where A is 0 or a side has no such figure.
   */
  public static ObjectNode of(Comparison comparison) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put(
        "verdict",
        switch (comparison.code()) {
          case THRESHOLDS_CROSSED -> "worse";
          case PASSED -> "not-worse";
          case WRONG_USAGE -> "not-comparable";
          default -> "no-verdict";
        });
    ArrayNode incomparable = document.putArray("notComparable");
    comparison.incomparable().forEach(incomparable::add);
    document.put("worseThan", comparison.bound().share());
    side(document.putArray("a"), comparison.a());
    side(document.putArray("b"), comparison.b());
    ArrayNode changes = document.putArray("changes");
    comparison.changes().forEach(changes::add);
    ArrayNode figures = document.putArray("figures");
    comparison.rows().forEach(row -> figures.add(figure(row)));
    return document;
  }

  private static void side(ArrayNode side, List<ComparedRun> runs) {
    for (ComparedRun run : runs) {
      ObjectNode node = side.addObject().put("run", run.name());
      if (run.noVerdict() != null) {
        node.put("noVerdict", run.noVerdict());
      }
    }
  }

  private static ObjectNode figure(Row row) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("group", row.figure().group()).put("figure", row.figure().name());
    if (row.a() != null) {
      node.set("a", ResultFiles.tree(row.a()));
    }
    if (row.b() != null) {
      node.set("b", ResultFiles.tree(row.b()));
    }
    if (row.a() != null && row.b() != null && row.a().median() != 0) {
      node.put("difference", row.difference() / Math.abs(row.a().median()));
    }
    return node.put("word", row.word().name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }
}
