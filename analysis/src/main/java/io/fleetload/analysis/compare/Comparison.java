// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.figure.FigureKind.Better;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Two sides of runs held against each other. Runs that say nothing about the target are named and
 * left out; where a side has no other, there is no verdict. Sides that cannot be compared have no
 * verdict either, unless the user asks for it.
 */
public final class Comparison {
  private final List<ComparedRun> a;
  private final List<ComparedRun> b;
  private final Bound bound;
  private final boolean anyway;
  private final Evidence evidence;
  private final List<String> incomparable;
  private final List<Row> rows;

  /**
   * Compares them.
   *
   * @param a the runs that B is held against, one or more
   * @param b the runs that are judged, one or more
   * @param bound how far apart sides are that are alike
   * @param anyway whether to judge sides of another load, fleet or target as well
   */
  public Comparison(List<ComparedRun> a, List<ComparedRun> b, Bound bound, boolean anyway) {
    this.a = ForeignFigures.named(a, b);
    this.b = ForeignFigures.named(b, a);
    this.bound = bound;
    this.anyway = anyway;
    this.evidence = new Evidence(valid(this.a), valid(this.b), bound);
    this.incomparable =
        judged() ? new Comparability(valid(this.a), valid(this.b)).reasons() : List.of();
    List<Row> all = allRows();
    this.rows = judged() && !refused() ? Significance.of(all, bound, evidence.runs()) : all;
  }

  /** Of sides that have to be comparable. */
  Comparison(List<ComparedRun> a, List<ComparedRun> b, Bound bound) {
    this(a, b, bound, false);
  }

  List<ComparedRun> a() {
    return a;
  }

  List<ComparedRun> b() {
    return b;
  }

  Bound bound() {
    return bound;
  }

  /** Returns whether both sides have one run, so that the noise between runs is not known. */
  boolean ofOneRunEach() {
    return evidence.ofOneRunEach();
  }

  /**
   * Returns the answer on all figures: worse if any is, else not enough runs if a figure that
   * decides is open, else better if any is, else alike; {@link Row.Word#NOT_JUDGED} if none was
   * judged.
   */
  Row.Word answer() {
    if (has(Row.Word.WORSE, false)) {
      return Row.Word.WORSE;
    }
    if (has(Row.Word.NOT_ENOUGH_RUNS, true)) {
      return Row.Word.NOT_ENOUGH_RUNS;
    }
    return has(Row.Word.BETTER, false)
        ? Row.Word.BETTER
        : has(Row.Word.ALIKE, true) ? Row.Word.ALIKE : Row.Word.NOT_JUDGED;
  }

  private boolean has(Row.Word word, boolean deciding) {
    return rows.stream().anyMatch(row -> row.word() == word && (!deciding || row.decides()));
  }

  /** Returns the exit code: worse, not comparable, without an answer, or passed. */
  public ExitCode code() {
    if (refused()) {
      return ExitCode.WRONG_USAGE;
    }
    return switch (answer()) {
      case WORSE -> ExitCode.THRESHOLDS_CROSSED;
      case BETTER, ALIKE -> ExitCode.PASSED;
      default -> ExitCode.GENERATOR_LIMITED;
    };
  }

  /** Returns whether the sides cannot be compared and the user did not ask for it. */
  public boolean refused() {
    return !anyway && !incomparable.isEmpty();
  }

  /** Returns whether the runs were too few for an answer. */
  public boolean hasNotEnoughRuns() {
    return answer() == Row.Word.NOT_ENOUGH_RUNS;
  }

  /** Returns the reasons why B can be worse than A and not look so. */
  List<String> incomparable() {
    return incomparable;
  }

  /**
   * Returns whether both sides have a run that says something about the target, all by one tool.
   */
  boolean judged() {
    return valid(a).size() > 0 && valid(b).size() > 0 && tools().size() == 1;
  }

  /** The tools that the runs are of. */
  List<ComparedRun.Instrument> tools() {
    return Stream.concat(shown(a).stream(), shown(b).stream())
        .map(ComparedRun::tool)
        .distinct()
        .toList();
  }

  static List<ComparedRun> valid(List<ComparedRun> side) {
    return side.stream().filter(run -> run.noVerdict() == null).toList();
  }

  /** The runs that figures are shown of: the valid ones, or all where no run is valid. */
  private static List<ComparedRun> shown(List<ComparedRun> side) {
    return valid(side).isEmpty() ? side : valid(side);
  }

  List<Row> rows() {
    return rows;
  }

  private List<Row> allRows() {
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
    List<Row> all = new ArrayList<>();
    for (String group : groups) {
      for (Figure figure : figures) {
        if (figure.group().equals(group) && !isOfPartOfOneSide(figure)) {
          all.add(row(figure));
        }
      }
    }
    return all;
  }

  private Row row(Figure figure) {
    Spread here = spread(shown(a), figure);
    Spread there = spread(shown(b), figure);
    if (tools().size() > 1) {
      return Row.shown(figure, here, there, acrossTools(figure, here == null || there == null));
    }
    if (!judged() || refused() || here == null || there == null) {
      return Row.shown(figure, here, there, Row.Word.NOT_JUDGED);
    }
    if (figure.equals(ComparedFigures.COST) && !sameParts()) {
      return Row.shown(figure, here, there, Row.Word.OTHER_PARTS);
    }
    Figure inContext = inContext(figure);
    if (inContext.better() == Better.NEITHER) {
      return Row.shown(inContext, here, there, Row.Word.NOT_JUDGED);
    }
    if (evidence.isSame(figure)) {
      return Row.shown(figure, here, there, Row.Word.ALIKE);
    }
    Difference difference = evidence.of(figure);
    return difference == null
        ? new Row(figure, here, there, null, Row.Word.NOT_ENOUGH_RUNS, Evidence.LEAST_RUNS)
        : new Row(figure, here, there, difference, Row.Word.NOT_JUDGED, 0);
  }

  private Row.Word acrossTools(Figure figure, boolean ofOneSide) {
    if (ofOneSide) {
      return Row.Word.NOT_SAID;
    }
    boolean oneClock =
        tools().stream().map(ComparedRun.Instrument::fromDueTime).distinct().count() == 1;
    return figure.scale() == Figure.Scale.MILLIS && !oneClock
        ? Row.Word.OTHER_CLOCK
        : Row.Word.NOT_JUDGED;
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
    boolean known = tools().stream().allMatch(ComparedRun.Instrument::knowsRate);
    if (!judgedRate
        || (known
            && (ComparedFigures.isOfTenant(figure) ? sameShares() : sameAsked(figure.group())))) {
      return figure;
    }
    return new Figure(figure.group(), figure.name(), figure.scale(), Better.NEITHER);
  }

  private boolean sameAsked(String flow) {
    Figure asked = ComparedFigures.ofFlow(flow, "asked");
    Spread here = spread(shown(a), asked);
    Spread there = spread(shown(b), asked);
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

  /** The values of some runs; null if none of them has the figure. */
  static Spread spread(List<ComparedRun> runs, Figure figure) {
    List<Double> values =
        runs.stream().map(run -> run.figures().get(figure)).filter(Objects::nonNull).toList();
    return values.isEmpty() ? null : Spread.of(values);
  }

  /** Returns the settings that differ between the sides, a line each: key: A's -> B's. */
  List<String> changes() {
    boolean profiles =
        Stream.concat(a.stream(), b.stream()).noneMatch(run -> run.profile().isEmpty());
    Map<String, String> here = asked(a.get(0), profiles);
    Map<String, String> there = asked(b.get(0), profiles);
    if (tools().size() > 1) {
      // What another tool does not say is no change.
      here.keySet().retainAll(there.keySet());
      there.keySet().retainAll(here.keySet());
    }
    return changes(here, there);
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
    return new LinkedHashMap<>(profiles ? run.profile() : run.basics());
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
