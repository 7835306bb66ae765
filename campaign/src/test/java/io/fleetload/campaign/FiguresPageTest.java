// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.option.FigureSection;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigureKind.Trait;
import io.fleetload.results.figure.Unit;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** Run with {@code -Ddocs.write=true} it writes the page that it otherwise compares. */
class FiguresPageTest {
  private static final String COMMAND =
      "./mvnw -pl campaign -am test -Dtest=FiguresPageTest -Ddocs.write=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE = Home.path("docs", "reference", "figures.md");

  /** What there is of every time: its key in a result, and how a threshold names it. */
  private static final Map<String, String> TIMES = times();

  private static Map<String, String> times() {
    Map<String, String> times = new LinkedHashMap<>();
    FigureCatalogue.kinds().stream()
        .filter(kind -> kind.path().startsWith("flows.*.response.") && kind.unit() == Unit.MILLIS)
        .forEach(
            kind ->
                times.put(
                    kind.keys().get(kind.keys().size() - 1),
                    kind.label().replaceFirst("^.* ", "")));
    return times;
  }

  /** Where a figure exists, and what else holds of it. */
  private static final Map<Trait, String> THERE = there();

  private static Map<Trait, String> there() {
    Map<Trait, String> there = new LinkedHashMap<>();
    there.put(Trait.OPEN_FLOW, "flows with a rate");
    there.put(Trait.CLOSED_FLOW, "closed flows");
    there.put(Trait.COMMANDS, "commands");
    there.put(Trait.STORE, "a store that is read");
    there.put(Trait.RECEIVERS, "messages with several receivers");
    there.put(Trait.ANNOUNCEMENTS, "sessions that are announced");
    there.put(Trait.LIMITS, "limits that the profile expects");
    there.put(Trait.PARTS, "a driver that knows the parts");
    there.put(Trait.PER_WINDOW, "windows");
    there.put(Trait.BETWEEN_CLOCKS, "between two clocks");
    there.put(Trait.AFTER_THE_VERDICT, "known after the verdict: no threshold");
    return there;
  }

  @Test
  void theDocsHaveEveryFigure() throws IOException {
    String expected = page();
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE).as("out of date; write it again: %s", COMMAND).hasContent(expected);
  }

  @Test
  void everyTraitButHowACountGrowsIsInAColumn() {
    Set<Trait> known = new LinkedHashSet<>(THERE.keySet());
    known.add(Trait.GROWING);
    assertThat(known).containsExactlyInAnyOrder(Trait.values());
  }

  private static String page() {
    StringJoiner times = new StringJoiner("`, `", "`", "`");
    TIMES.values().forEach(times::add);
    StringBuilder page = new StringBuilder(introduction(times.toString()));
    Map<String, List<Row>> sections = new LinkedHashMap<>();
    rows()
        .forEach(
            row -> sections.computeIfAbsent(row.heading(), same -> new ArrayList<>()).add(row));
    sections.forEach(
        (heading, rows) -> {
          page.append("\n## %s\n\n".formatted(heading))
              .append("| figure | unit | better | there |\n| --- | --- | --- | --- |\n");
          rows.forEach(row -> page.append(row.line()).append('\n'));
        });
    return page.toString();
  }

  private static String introduction(String times) {
    return """
        # Figures

        Generated from `FigureCatalogue`; do not edit. In a checkout, this writes it again: `%s`

        Every figure that a result can have, by its path in `result.json`. A [threshold](thresholds.md) and `./loadtest explain`
        take the same path. `*` is every key there: a flow, a tenant, a cause. `TIME` is one of %s.

        Where *better* is empty, the figure is shown and not judged. Where *there* is empty, every run has it. A figure of
        *windows* is known of each window too, so a threshold on it may have `every`. The link in a heading leads to what the
        figures below it mean.
        """
        .formatted(COMMAND, times);
  }

  /** One row for all the percentiles of a time. */
  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Set<String> paths = new LinkedHashSet<>();
    for (FigureKind kind : FigureCatalogue.kinds()) {
      Row row = new Row(kind, path(kind));
      if (paths.add(row.path())) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static String path(FigureKind kind) {
    int last = kind.keys().size() - 1;
    return TIMES.containsKey(kind.keys().get(last))
        ? String.join(".", kind.keys().subList(0, last)) + ".TIME"
        : kind.path();
  }

  private record Row(FigureKind kind, String path) {
    /** The first key, and where it is explained. */
    String heading() {
      List<String> keys = kind.keys();
      boolean each = keys.size() > 1 && keys.get(1).equals("*");
      String means = FigureSection.of(kind);
      return "`%s`: [%s](../explanation/measurement.md#%s)"
          .formatted(each ? keys.get(0) + ".*" : keys.get(0), means, anchor(means));
    }

    String line() {
      return "| `%s` | %s | %s | %s |".formatted(path, kind.unit().word(), better(), there());
    }

    private String better() {
      return kind.better() == FigureKind.Better.NEITHER
          ? ""
          : kind.better().name().toLowerCase(Locale.ROOT);
    }

    private String there() {
      StringJoiner there = new StringJoiner(", ");
      THERE.forEach(
          (trait, word) -> {
            if (kind.traits().contains(trait)) {
              there.add(word);
            }
          });
      return there.toString();
    }

    private static String anchor(String heading) {
      return heading.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
  }
}
