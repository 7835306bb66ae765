// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes of the probes of a search what it says, in figures and in sentences. */
public final class LimitAnswer {
  private final String run;
  private final Limit.Search search;
  private final List<String> thresholds;
  private final List<Probe> probes;
  private final LimitSearch.Bracket bracket;

  /**
   * Creates an answer from the probes so far.
   *
   * @param run the profile's {@code run.name}
   * @param search the range and the steps of the search
   * @param thresholds the profile's thresholds, as written
   * @param probes the probes, in their order
   * @param bracket the rates between which the limit lies
   */
  public LimitAnswer(
      String run,
      Limit.Search search,
      List<String> thresholds,
      List<Probe> probes,
      LimitSearch.Bracket bracket) {
    this.run = run;
    this.search = search;
    this.thresholds = List.copyOf(thresholds);
    this.probes = List.copyOf(probes);
    this.bracket = bracket;
  }

  /** The answer of a search that came to its end. */
  public Limit found() {
    return bracket.held() == null
        ? limit(true, ExitCode.THRESHOLDS_CROSSED, List.of(notEvenTheLowest()))
        : limit(true, ExitCode.PASSED, List.of(answer()));
  }

  /**
   * Returns the answer of a search that has not come to its end, or cannot.
   *
   * @param code the reason
   * @param why the reason in a sentence
   */
  public Limit without(ExitCode code, String why) {
    return limit(false, code, List.of(why, soFar()));
  }

  /** Returns the answer of a search with a last probe that is no verdict on the target. */
  public Limit stoppedBy(Probe last) {
    String at = search.text(last.load());
    if (last.is(ExitCode.GENERATOR_LIMITED)) {
      return without(
          ExitCode.GENERATOR_LIMITED,
          "the generator, not the target, is the limit at %s, as %s probes say; see %s"
              .formatted(at, tries(last), last.directory()));
    }
    if (last.is(ExitCode.LEDGER_UNBALANCED)) {
      return without(
          ExitCode.LEDGER_UNBALANCED,
          "the ledger of the probe at %s does not balance, so it says nothing; see %s"
              .formatted(at, last.directory()));
    }
    if (last.is(ExitCode.INTERRUPTED)) {
      return without(ExitCode.INTERRUPTED, "the search was interrupted at %s".formatted(at));
    }
    return without(
        ExitCode.ofStatus(last.status()),
        "the probe at %s is no verdict on the target (%s); see %s"
            .formatted(at, last.status(), last.directory()));
  }

  /** Returns the number of probes with the load and the verdict of the last one. */
  private long tries(Probe last) {
    return probes.stream()
        .filter(each -> each.load() == last.load() && each.status().equals(last.status()))
        .count();
  }

  private boolean judgedAt(double load) {
    return probes.stream().anyMatch(each -> each.load() == load && each.judged());
  }

  private String answer() {
    return (bracket.crossed() == null
            ? "the thresholds hold up to %s, the %s asked for, so the limit is at least"
                    .formatted(
                        withGroups(bracket.held()),
                        search.raisesDevices() ? "largest number" : "highest rate that was")
                + " that"
            : "the thresholds hold up to %s and not at %s"
                .formatted(withGroups(bracket.held()), search.text(bracket.crossed())))
        + "; that is %s times the profile's %s: %s"
            .formatted(factor(), search.raisesDevices() ? "own devices" : "rates", flowRates());
  }

  /** A load, of a fleet of groups with the devices of each. */
  private String withGroups(double load) {
    Map<String, Integer> groups = at(load).map(each -> each.fleet().byGroup()).orElse(Map.of());
    return groups.isEmpty()
        ? search.text(load)
        : search.text(load)
            + groups.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s %,d", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", ", " (", ")"));
  }

  private Optional<Probe> at(double load) {
    return probes.stream().filter(each -> each.load() == load).findFirst();
  }

  private String notEvenTheLowest() {
    return "not even the %s holds: at %s %s"
        .formatted(
            search.raisesDevices() ? "smallest number of devices" : "lowest rate",
            search.text(bracket.crossed()),
            probes.stream()
                .filter(each -> !each.crossed().isEmpty())
                .map(each -> "\"%s\" was crossed".formatted(String.join("\", \"", each.crossed())))
                .findFirst()
                .orElse("a threshold was crossed"));
  }

  private String soFar() {
    return bracket.held() == null
        ? "no %s was seen to hold".formatted(search.raisesDevices() ? "number of devices" : "rate")
        : "the thresholds held up to %s%s"
            .formatted(
                search.text(bracket.held()),
                bracket.crossed() == null ? "" : " and not at " + search.text(bracket.crossed()));
  }

  private Limit limit(boolean complete, ExitCode code, List<String> first) {
    List<String> reasons = new ArrayList<>(first);
    Limit.Noise noise =
        bracket.noisyFrom() == null
            ? null
            : new Limit.Noise(bracket.noisyFrom(), bracket.noisyTo());
    if (noise != null) {
      reasons.add(noise(noise));
    }
    CapacityChange change = CapacityChange.of(probes, bracket, search);
    List<Probe> since = CapacityChange.since(change, probes);
    LimitModel model =
        probes.isEmpty()
            ? null
            : LimitModel.of(since, search, change == null ? bracket : bracket.withoutNoise());
    if (change != null) {
      reasons.add(change.says());
    }
    // Without a bound on a time there is nothing that a model could add.
    boolean bounded = probes.stream().anyMatch(each -> each.times().ofBound() != null);
    if (complete && bounded) {
      reasons.add(model.says());
    }
    probes.stream()
        .filter(each -> Boolean.FALSE.equals(each.recovered()))
        .map(
            each ->
                "the target had not recovered when the probe %s at %s began"
                    .formatted(each.directory(), search.text(each.load())))
        .forEach(reasons::add);
    probes.stream()
        .filter(each -> Boolean.TRUE.equals(each.gettingFaster()))
        .map(
            each ->
                "the target was still getting faster in the probe %s at %s"
                    .formatted(each.directory(), search.text(each.load())))
        .forEach(reasons::add);
    probes.stream()
        .filter(each -> complete && !each.judged() && !judgedAt(each.load()))
        .map(
            each ->
                "the probe %s at %s is no verdict on the target (%s); the answer is below it"
                    .formatted(each.directory(), search.text(each.load()), each.status()))
        .forEach(reasons::add);
    Double held = bracket.held();
    return new Limit(
        Limit.VERSION,
        run,
        complete,
        Verdict.of(code, reasons),
        new Limit.Bounds(
            held,
            bracket.crossed(),
            held == null ? null : thousandths(held / search.together()),
            held == null ? null : flowsAt(held)),
        noise,
        change,
        model,
        Knee.of(probes, search).within(bracket, search),
        search,
        thresholds,
        probes);
  }

  private String noise(Limit.Noise noise) {
    return noise.from() == noise.to()
        ? "noise: of the probes at %s some held and some did not"
            .formatted(search.text(noise.from()))
        : "noise: a probe at %s held although one at %s did not, so the limit is no sharper than that"
            .formatted(search.text(noise.to()), search.text(noise.from()));
  }

  private Map<String, Double> flowsAt(double load) {
    Map<String, Double> rates = new LinkedHashMap<>();
    search
        .flows()
        .forEach(
            (name, rate) -> {
              boolean scaled = search.unchanged() == null || !search.unchanged().contains(name);
              double scaledRate = scaled ? rate * load / search.together() : rate;
              // Whole devices are not shared out to groups in exact proportion.
              rates.put(name, thousandths(asked(name, load).orElse(scaledRate)));
            });
    return rates;
  }

  /** The rate that a flow of a fleet of groups was asked for; empty of any other fleet. */
  private Optional<Double> asked(String flow, double load) {
    return at(load)
        .filter(each -> !each.fleet().byGroup().isEmpty())
        .map(each -> each.flows().get(flow))
        .map(Probe.ProbeFlow::asked);
  }

  private String factor() {
    return String.format(Locale.ROOT, "%.3f", bracket.held() / search.together())
        .replaceAll("\\.?0+$", "");
  }

  private String flowRates() {
    List<String> parts = new ArrayList<>();
    flowsAt(bracket.held()).forEach((name, rate) -> parts.add(name + " " + rate(rate)));
    return String.join(", ", parts);
  }

  /** A rate as people read it: with a decimal where it has one. */
  public static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.1f", perSecond).replaceAll("\\.0$", "") + "/s";
  }

  private static double thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
