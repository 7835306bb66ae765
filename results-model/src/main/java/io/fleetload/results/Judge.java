package io.fleetload.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says what a joined result amounts to, in one word and in sentences. */
final class Judge {
  private Judge() {}

  /** Messages that the backend received of flows that the devices do not have, by flow name. */
  static Map<String, Long> strangers(Map<String, FlowResult> flows, BackendBook backend) {
    Map<String, Long> strangers = new LinkedHashMap<>();
    if (backend != null) {
      backend
          .flows()
          .forEach(
              (name, flow) -> {
                long records = flow.warmUp().records() + flow.measured().records();
                if (!flows.containsKey(name) && records > 0) {
                  strangers.put(name, records);
                }
              });
    }
    return strangers;
  }

  /** The verdict, in this order: incomplete, unbalanced, generator limited, thresholds, passed. */
  static Verdict verdict(Result result, BackendBook backend, List<ThresholdOutcome> outcomes) {
    List<String> crossed = new ArrayList<>();
    addAborted(result, crossed);
    outcomes.stream()
        .filter(each -> !each.held())
        .map(ThresholdOutcome::sentence)
        .forEach(crossed::add);
    if (!result.complete()) {
      List<String> reasons = new ArrayList<>();
      reasons.add("the run did not go to its end; the figures are of what was done until then");
      if (backend == null) {
        reasons.add("the backend left no book");
      }
      addAborted(result, reasons);
      return Verdict.of(ExitCode.INTERRUPTED, reasons);
    }
    List<String> unbalanced = unbalanced(result, backend);
    if (!unbalanced.isEmpty()) {
      addAborted(result, unbalanced);
      return Verdict.of(ExitCode.LEDGER_UNBALANCED, unbalanced);
    }
    if (!result.generator().reasons().isEmpty()) {
      List<String> reasons = new ArrayList<>(result.generator().reasons());
      addAborted(result, reasons);
      return Verdict.of(ExitCode.GENERATOR_LIMITED, reasons);
    }
    return crossed.isEmpty()
        ? Verdict.of(ExitCode.PASSED, List.of())
        : Verdict.of(ExitCode.THRESHOLDS_CROSSED, crossed);
  }

  private static void addAborted(Result result, List<String> reasons) {
    if (result.aborted() != null) {
      reasons.add(result.aborted().sentence());
    }
  }

  private static List<String> unbalanced(Result result, BackendBook backend) {
    List<String> reasons = new ArrayList<>();
    result
        .flows()
        .forEach(
            (name, flow) -> {
              if (flow.ledger() != null && flow.ledger().unaccounted() != 0) {
                reasons.add(
                    name + ": " + flow.ledger().unaccounted() + " messages unaccounted for");
              }
              if (flow.warmUp().remainder() != 0) {
                reasons.add(
                    name
                        + ": "
                        + flow.warmUp().remainder()
                        + " messages of the warm-up unaccounted for");
              }
            });
    strangers(result.flows(), backend)
        .forEach(
            (name, count) ->
                reasons.add(
                    name + ": " + count + " messages received of a flow that no device sends"));
    if (result.commands() != null && result.commands().unaccounted() != 0) {
      reasons.add("commands: " + result.commands().unaccounted() + " legs unaccounted for");
    }
    if (!backend.caughtUp()) {
      reasons.add("the backend had not read everything when it was stopped");
    }
    return reasons;
  }
}
