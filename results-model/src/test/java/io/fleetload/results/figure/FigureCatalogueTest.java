// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.figure;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.RichRun;
import io.fleetload.results.WindowFigures;
import io.fleetload.results.figure.FigureKind.Better;
import io.fleetload.results.figure.FigureKind.Trait;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is declared and what results have is the same, so neither can change alone. */
class FigureCatalogueTest {
  /** Numbers of a result that nobody wants to be large or small. */
  private static final Set<String> NO_FIGURES =
      Set.of(
          "version",
          "firstMeasuredSecond",
          "verdict.exitCode",
          "start.epochMs",
          "target.parts.pagesWithoutRole",
          "disturb.*.beganEpochMs",
          "disturb.*.endedEpochMs",
          "disturb.*.exitCode");

  private final RichRun run = new RichRun();

  @Test
  void everyNumberOfAResultIsDeclaredAndEveryDeclaredOneIsThere() {
    assertThat(numbers(ResultFiles.tree(run.result())))
        .containsExactlyInAnyOrderElementsOf(
            FigureCatalogue.kinds().stream().map(FigureKind::path).toList());
  }

  @Test
  void everyNumberOfAWindowIsDeclaredAsOneAndEveryDeclaredOneIsThere() {
    assertThat(numbers(WindowFigures.of(run.courses(), 0, 1)))
        .containsExactlyInAnyOrderElementsOf(
            FigureCatalogue.kinds().stream()
                .filter(each -> each.is(Trait.PER_WINDOW))
                .map(FigureKind::path)
                .toList());
  }

  @Test
  void aFigureIsFoundByItsName() {
    assertThat(FigureCatalogue.kindOf("tenants.a.b.flows.telemetry.response.p999"))
        .contains(FigureCatalogue.kind("tenants.*.flows.*.response.p999"));
    assertThat(FigureCatalogue.kindOf("flows.event.failedBy.protocol.5.03"))
        .contains(FigureCatalogue.kind("flows.*.failedBy.*"));
    assertThat(FigureCatalogue.kindOf("flows.event.cold.failed"))
        .contains(FigureCatalogue.kind("flows.*.cold.failed"));
    assertThat(FigureCatalogue.kindOf("ledger.lots")).isEmpty();
  }

  @Test
  void aKindFindsItsFiguresInAResult() {
    JsonNode result = ResultFiles.tree(run.result());
    assertThat(FigureCatalogue.kind("flows.*.closed.users").in(result))
        .containsExactly(Map.entry("flows.closed.closed.users", 1.0));
    assertThat(FigureCatalogue.kind("measuredSeconds").in(result))
        .containsOnlyKeys("measuredSeconds");
    assertThat(FigureCatalogue.kind("flows.*.failedBy.*").in(new ObjectMapper().createObjectNode()))
        .isEmpty();
    assertThat(FigureCatalogue.isCountByCause("flows.event.failedBy.protocol.5.03")).isTrue();
    assertThat(FigureCatalogue.isCountByCause("flows.event.failed")).isFalse();
  }

  @Test
  void aFigureSaysWhatATableNeeds() {
    FigureKind time = FigureCatalogue.kind("flows.*.endToEnd.p99");
    assertThat(time.label()).isEqualTo("end to end p99");
    assertThat(time.unit()).isEqualTo(Unit.MILLIS);
    assertThat(time.better()).isEqualTo(Better.LOWER);
  }

  @Test
  void onlyTimesAreBetweenClocks() {
    assertThat(FigureCatalogue.kinds())
        .filteredOn(each -> each.is(Trait.BETWEEN_CLOCKS))
        .allMatch(each -> each.unit() == Unit.MILLIS);
  }

  private static Set<String> numbers(JsonNode tree) {
    Set<String> numbers = new TreeSet<>();
    collect("", tree, numbers);
    return numbers.stream()
        .filter(each -> !NO_FIGURES.contains(each) && !each.startsWith("aborted."))
        .collect(toCollection(TreeSet::new));
  }

  private static void collect(String path, JsonNode node, Set<String> numbers) {
    if (node.isNumber()) {
      numbers.add(path);
    } else if (node.isObject()) {
      boolean named = NAMED.stream().anyMatch(path::endsWith);
      for (Map.Entry<String, JsonNode> each : node.properties()) {
        String key = named ? "*" : each.getKey();
        collect(path.isEmpty() ? key : path + "." + key, each.getValue(), numbers);
      }
    }
  }

  /** The maps of a result, which have what the run calls its flows, tenants, causes ... */
  private static final List<String> NAMED =
      List.of(
          "flows",
          "tenants",
          "groups",
          "disturb",
          "shards",
          "failedBy",
          "notSentBy",
          "warmUp.failed",
          "warmUp.notSent",
          "announcements",
          "flows.*.parts",
          "interfaces");
}
