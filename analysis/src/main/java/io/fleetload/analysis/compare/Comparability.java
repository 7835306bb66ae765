// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.figure.FigureKind.Better;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Check that two sides had the same load, on the same fleet, at a target of the same kind. If not,
 * B can be worse than A and not look so.
 *
 * @param a the runs of side A that count
 * @param b the runs of side B that count
 */
record Comparability(List<ComparedRun> a, List<ComparedRun> b) {
  private static final double RATES_APART = 0.01;

  /** Returns the reasons why they cannot be compared, each in a few words. */
  List<String> reasons() {
    List<String> why = new ArrayList<>();
    Set<String> ofA = flows(a);
    Set<String> ofB = flows(b);
    Set<String> flows = new TreeSet<>(ofA);
    flows.addAll(ofB);
    for (String flow : flows) {
      if (!ofA.contains(flow) || !ofB.contains(flow)) {
        why.add("only %s has the flow %s".formatted(ofA.contains(flow) ? "A" : "B", flow));
      } else {
        load(flow, why);
      }
    }
    fleet(why);
    target(why);
    if (all().noneMatch(ComparedRun::published)) {
      fates(why);
    }
    return why;
  }

  /**
   * Rates are those of whole messages in a phase, so that two of one profile may differ a little.
   */
  private void load(String flow, List<String> why) {
    Figure rate = ComparedFigures.ofFlow(flow, "asked");
    Spread here = Comparison.spread(a, rate);
    Spread there = Comparison.spread(b, rate);
    if (here != null && there != null) {
      double apart = Math.max(there.max() - here.min(), here.max() - there.min());
      if (apart > RATES_APART * here.max()) {
        why.add(
            "%s: %s asked of A, %s of B"
                .formatted(flow, here.text(rate.scale()), there.text(rate.scale())));
      }
      same("flows." + flow + ".model", why);
      return;
    }
    Set<String> usersOfA = values(a, "flows." + flow + ".closed.users");
    Set<String> usersOfB = values(b, "flows." + flow + ".closed.users");
    if (!usersOfA.equals(usersOfB)) {
      why.add(
          "%s: %s of A, %s of B".formatted(flow, model(here, usersOfA), model(there, usersOfB)));
    }
    same("flows." + flow + ".model", why);
  }

  private static String model(Spread rate, Set<String> users) {
    return users.isEmpty()
        ? rate == null ? "no rate" : "an open model"
        : "a closed model with %s users".formatted(String.join(" and ", users));
  }

  private void fleet(List<String> why) {
    if (all().anyMatch(ComparedRun::published)) {
      same(ResultRun.DEVICES, why);
      return;
    }
    all()
        .flatMap(run -> run.basics().keySet().stream())
        .filter(Comparability::isOfFleet)
        .distinct()
        .toList()
        .forEach(key -> same(key, why));
  }

  private static boolean isOfFleet(String key) {
    return key.equals(ResultRun.DEVICES)
        || key.equals(ResultRun.TENANTS)
        || key.startsWith(ResultRun.TENANTS + ".")
        || key.startsWith(ResultRun.GROUPS + ".");
  }

  /** A result of an earlier version, or of others, does not say which target it is of. */
  private void target(List<String> why) {
    if (all().allMatch(run -> run.basics().containsKey(ResultRun.KIND))) {
      same(ResultRun.KIND, why);
    }
  }

  private void same(String key, List<String> why) {
    Set<String> here = valuesOrNone(a, key);
    Set<String> there = valuesOrNone(b, key);
    Set<String> both = new TreeSet<>(here);
    both.addAll(there);
    if (both.size() > 1) {
      why.add(
          "%s: %s of A, %s of B"
              .formatted(key, String.join(" and ", here), String.join(" and ", there)));
    }
  }

  /** The fate of messages is needed on both sides. */
  private void fates(List<String> why) {
    Set<Figure> ofA = figures(a);
    Set<Figure> ofB = figures(b);
    Set<Figure> both = new LinkedHashSet<>(ofA);
    both.addAll(ofB);
    both.stream()
        .filter(figure -> ofA.contains(figure) != ofB.contains(figure))
        .filter(ComparedFigures::isOfMessages)
        .filter(figure -> figure.better() != Better.NEITHER)
        .map(
            figure ->
                "only %s has %s %s"
                    .formatted(ofA.contains(figure) ? "A" : "B", figure.group(), figure.name()))
        .forEach(why::add);
  }

  private static Set<Figure> figures(List<ComparedRun> side) {
    return side.stream()
        .flatMap(run -> run.figures().keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> flows(List<ComparedRun> side) {
    return figures(side).stream()
        .filter(figure -> figure.equals(ComparedFigures.ofFlow(figure.group(), "reached")))
        .map(Figure::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> values(List<ComparedRun> side, String key) {
    return side.stream()
        .map(run -> run.basics().get(key))
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> valuesOrNone(List<ComparedRun> side, String key) {
    return side.stream()
        .map(run -> run.basics().getOrDefault(key, "not set"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Stream<ComparedRun> all() {
    return Stream.concat(a.stream(), b.stream());
  }
}
