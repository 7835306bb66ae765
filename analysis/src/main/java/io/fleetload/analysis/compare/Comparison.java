// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.figure.FigureKind.Better;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two sides of runs held against each other. Runs that say nothing about the target are named and
 * left out; where a side has no other, there is no verdict.
 *
 * @param a the runs that B is held against
 * @param b the runs that are judged
 * @param bound how much worse is worse
 */
public record Comparison(List<ComparedRun> a, List<ComparedRun> b, Bound bound) {

  /** The words of figures that were held against each other. */
  private static final Set<Row.Word> JUDGED =
      EnumSet.of(Row.Word.BETTER, Row.Word.WORSE, Row.Word.SAME);

  private static final double RATES_APART = 0.01;

  /** Copies the lists; each side needs a run. */
  public Comparison {
    a = List.copyOf(a);
    b = List.copyOf(b);
  }

  /** Returns whether B is worse beyond the bound. */
  boolean worse() {
    return judged() && rows().stream().anyMatch(row -> row.word() == Row.Word.WORSE);
  }

  /**
   * Returns the exit code: worse, not comparable, without a verdict, or passed. Passed means that
   * the figures of both sides were compared and B is not worse.
   */
  public ExitCode code() {
    if (!judged()) {
      return ExitCode.GENERATOR_LIMITED;
    }
    if (worse()) {
      return ExitCode.THRESHOLDS_CROSSED;
    }
    if (!incomparable().isEmpty()) {
      return ExitCode.WRONG_USAGE;
    }
    return rows().stream().anyMatch(row -> JUDGED.contains(row.word()))
        ? ExitCode.PASSED
        : ExitCode.GENERATOR_LIMITED;
  }

  /**
   * Returns the reasons why B can be worse than A and not look so, a line each: another load, or
   * flows and fates of messages that only one side has.
   */
  List<String> incomparable() {
    List<String> why = new ArrayList<>();
    if (!judged()) {
      return why;
    }
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
    if (Stream.concat(shown(a).stream(), shown(b).stream()).noneMatch(ComparedRun::published)) {
      rows().stream()
          .filter(row -> (row.a() == null) != (row.b() == null) && isOfMessages(row.figure()))
          .map(row -> "only %s has %s".formatted(row.b() == null ? "A" : "B", row.path()))
          .forEach(why::add);
    }
    return why;
  }

  /**
   * Rates are those of whole messages in a phase, so that two of one profile may differ a little.
   */
  private void load(String flow, List<String> why) {
    Figure rate = ComparedFigures.ofFlow(flow, "asked");
    Spread here = spread(a, rate);
    Spread there = spread(b, rate);
    if (here != null && there != null) {
      double apart = Math.max(there.max() - here.min(), here.max() - there.min());
      if (apart > RATES_APART * here.max()) {
        why.add(
            "%s: %s asked of A, %s of B"
                .formatted(flow, here.text(rate.scale()), there.text(rate.scale())));
      }
      return;
    }
    Set<String> usersOfA = users(a, flow);
    Set<String> usersOfB = users(b, flow);
    if (!usersOfA.equals(usersOfB)) {
      why.add(
          "%s: %s of A, %s of B".formatted(flow, model(here, usersOfA), model(there, usersOfB)));
    }
  }

  private static String model(Spread rate, Set<String> users) {
    return users.isEmpty()
        ? rate == null ? "no rate" : "an open model"
        : "a closed model with %s users".formatted(String.join(" and ", users));
  }

  private static Set<String> users(List<ComparedRun> side, String flow) {
    return shown(side).stream()
        .map(run -> run.basics().get("flows." + flow + ".closed.users"))
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> flows(List<ComparedRun> side) {
    return shown(side).stream()
        .flatMap(run -> run.figures().keySet().stream())
        .filter(figure -> figure.equals(ComparedFigures.ofFlow(figure.group(), "reached")))
        .map(Figure::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isOfMessages(Figure figure) {
    return ComparedFigures.OF_MESSAGES.contains(figure.group())
        && figure.better() != Better.NEITHER
        && figure.scale() != Figure.Scale.MILLIS;
  }

  /** Returns whether both sides have a run that says something about the target. */
  boolean judged() {
    return valid(a).size() > 0 && valid(b).size() > 0;
  }

  static List<ComparedRun> valid(List<ComparedRun> side) {
    return side.stream().filter(run -> run.noVerdict() == null).toList();
  }

  /** The runs that figures are shown of: the valid ones, or all where no run is valid. */
  private static List<ComparedRun> shown(List<ComparedRun> side) {
    return valid(side).isEmpty() ? side : valid(side);
  }

  List<Row> rows() {
    Set<Figure> figures = new LinkedHashSet<>();
    for (ComparedRun run : shown(a)) {
      figures.addAll(run.figures().keySet());
    }
    for (ComparedRun run : shown(b)) {
      figures.addAll(run.figures().keySet());
    }
    // The figures of one group come together, whichever run had them first.
    Set<String> groups = new LinkedHashSet<>();
    figures.forEach(figure -> groups.add(figure.group()));
    List<Row> rows = new ArrayList<>();
    for (String group : groups) {
      for (Figure figure : figures) {
        if (figure.group().equals(group) && !isOfPartOfOneSide(figure)) {
          rows.add(row(figure));
        }
      }
    }
    return rows;
  }

  private Row row(Figure figure) {
    Spread here = spread(a, figure);
    Spread there = spread(b, figure);
    if (!judged()) {
      return Row.withoutWord(figure, here, there);
    }
    return figure.equals(ComparedFigures.COST) && !sameParts()
        ? Row.ofOtherParts(figure, here, there)
        : Row.of(inContext(figure), here, there, bound);
  }

  /** Returns whether the costs of all runs are of the same parts of the target. */
  private boolean sameParts() {
    return Stream.concat(shown(a).stream(), shown(b).stream())
            .map(run -> run.basics().getOrDefault(ResultRun.PARTS, ""))
            .distinct()
            .count()
        == 1;
  }

  /**
   * Such a tenant or group of devices is listed as a change; its figures have nothing to be
   * compared with.
   */
  private boolean isOfPartOfOneSide(Figure figure) {
    return ComparedFigures.isOfFleetPart(figure)
        && (lacks(a, figure.group()) || lacks(b, figure.group()));
  }

  private static boolean lacks(List<ComparedRun> side, String group) {
    return shown(side).stream()
        .flatMap(run -> run.figures().keySet().stream())
        .noneMatch(figure -> figure.group().equals(group));
  }

  /**
   * A rate reached is judged only where both sides were asked for the same. A flow that only
   * answers is asked for what the others are, and a tenant for its weight's share of that.
   */
  private Figure inContext(Figure figure) {
    boolean judgedRate = figure.scale() == Figure.Scale.RATE && figure.better() != Better.NEITHER;
    if (!judgedRate
        || (ComparedFigures.isOfTenant(figure) ? sameShares() : sameAsked(figure.group()))) {
      return figure;
    }
    return new Figure(figure.group(), figure.name(), figure.scale(), Better.NEITHER);
  }

  private boolean sameAsked(String flow) {
    Figure asked = ComparedFigures.ofFlow(flow, "asked");
    Spread here = spread(a, asked);
    Spread there = spread(b, asked);
    if (here != null || there != null) {
      return Objects.equals(range(here), range(there));
    }
    return noChange("flows.");
  }

  private boolean sameShares() {
    return noChange("flows.") && noChange(ResultRun.TENANTS);
  }

  private boolean noChange(String keys) {
    return changes(a.get(0).basics(), b.get(0).basics()).stream()
        .noneMatch(change -> change.startsWith(keys));
  }

  private static List<Double> range(Spread spread) {
    return spread == null ? List.of() : List.of(spread.min(), spread.max());
  }

  private static Spread spread(List<ComparedRun> side, Figure figure) {
    List<Double> values =
        shown(side).stream()
            .map(run -> run.figures().get(figure))
            .filter(Objects::nonNull)
            .toList();
    return values.isEmpty() ? null : Spread.of(values);
  }

  /** Returns the settings that differ between the sides, a line each: key: A's -> B's. */
  List<String> changes() {
    boolean profiles =
        Stream.concat(a.stream(), b.stream()).noneMatch(run -> run.profile().isEmpty());
    return changes(asked(a.get(0), profiles), asked(b.get(0), profiles));
  }

  /** Returns the settings in which runs of one side differ from its first run. */
  List<String> mixed(List<ComparedRun> side) {
    boolean profiles = side.stream().noneMatch(run -> run.profile().isEmpty());
    List<String> mixed = new ArrayList<>();
    for (ComparedRun run : side.subList(1, side.size())) {
      for (String change : changes(asked(side.get(0), profiles), asked(run, profiles))) {
        mixed.add(run.name() + ": " + change);
      }
    }
    return mixed;
  }

  private static Map<String, String> asked(ComparedRun run, boolean profiles) {
    return profiles ? run.profile() : run.basics();
  }

  private static List<String> changes(Map<String, String> from, Map<String, String> to) {
    Set<String> keys = new LinkedHashSet<>(from.keySet());
    keys.addAll(to.keySet());
    List<String> changes = new ArrayList<>();
    for (String key : keys) {
      String before = from.getOrDefault(key, "not set");
      String after = to.getOrDefault(key, "not set");
      if (!before.equals(after)) {
        changes.add(key + ": " + before + " -> " + after);
      }
    }
    return changes;
  }
}
