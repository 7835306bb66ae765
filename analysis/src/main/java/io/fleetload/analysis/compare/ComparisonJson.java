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
   * The document: {@code verdict} is {@code worse}, {@code better}, {@code alike}, {@code
   * not-enough-runs}, {@code not-comparable} for the reasons {@code notComparable}, or {@code
   * no-verdict}. A figure's {@code difference} is that of the medians as a share of A, absent where
   * A is 0 or a side has no such figure. Its {@code interval} of 95 % is a share of A too if {@code
   * relative}, else it is in the unit of the figure. {@code enoughRuns} of a figure that decides is
   * how many runs a side would do.
   */
  public static ObjectNode of(Comparison comparison) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put(
        "verdict",
        comparison.refused()
            ? "not-comparable"
            : comparison.answer() == Row.Word.NOT_JUDGED
                ? "no-verdict"
                : name(comparison.answer()));
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
      node.put("difference", row.ofMedians() / Math.abs(row.a().median()));
    }
    if (row.difference() != null) {
      Difference difference = row.difference();
      ObjectNode interval = node.putObject("interval").put("relative", difference.relative());
      interval.put("low", difference.relative() ? Math.expm1(difference.low()) : difference.low());
      interval.put(
          "high", difference.relative() ? Math.expm1(difference.high()) : difference.high());
    }
    if (row.enough() > 0) {
      node.put("enoughRuns", row.enough());
    }
    return node.put("word", name(row.word()));
  }

  private static String name(Row.Word word) {
    return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
