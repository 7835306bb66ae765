// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.figure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A kind of figure, as {@code flows.*.response.p99} is one of every flow.
 *
 * @param keys where a result has it, from the outside to the inside; {@code *} means every key
 * @param label what a table calls it
 * @param unit its unit
 * @param better which way is better
 * @param traits what else is to be known of it
 */
public record FigureKind(
    List<String> keys, String label, Unit unit, Better better, Set<Trait> traits) {

  /** Direction in which a figure is better. */
  public enum Better {
    HIGHER,
    LOWER,
    /** Neither: it is shown and not judged. */
    NEITHER
  }

  /** Properties that only some figures have. */
  public enum Trait {
    /** Only a flow has it that is asked for a rate. */
    OPEN_FLOW,
    /** Only a flow of a closed model has it. */
    CLOSED_FLOW,
    /** Only a run with commands has it. */
    COMMANDS,
    /** Only a run with a backend that reads the store behind the target has it. */
    STORE,
    /** Only a flow with several receivers for each message has it. */
    RECEIVERS,
    /** Only a run with a target that announces sessions has it. */
    ANNOUNCEMENTS,
    /** Only a run with a profile that expects limits of the target has it. */
    LIMITS,
    /** Only a flow with a driver that reports the parts of a message's time has it. */
    PARTS,
    /** Each window of the measured phase has it too. */
    PER_WINDOW,
    /** A count that only grows and is kept by the second. */
    GROWING,
    /**
     * A time that begins by the devices' clock and ends by the backend's, or the reverse; of the
     * parts of a message's time those that the target's clock splits.
     */
    BETWEEN_CLOCKS,
    /** It becomes known when the thresholds are judged already. */
    AFTER_THE_VERDICT
  }

  /** Copies what it is given. */
  public FigureKind {
    keys = List.copyOf(keys);
    traits = Set.copyOf(traits);
  }

  /** Path of the figure in a result. */
  public String path() {
    return String.join(".", keys);
  }

  /** The figures of this kind of which a result has a value, by their names. */
  public Map<String, Double> in(JsonNode result) {
    Map<String, Double> values = new LinkedHashMap<>();
    foundIn(result).forEach(each -> values.put(each.name(), each.value()));
    return values;
  }

  /** The same with their intervals. */
  public List<FigurePath.FoundFigure> foundIn(JsonNode result) {
    // Where no cause occurred, the path itself has the count 0.
    return new FigurePath(path(), null)
        .presentIn(result).stream()
            .filter(each -> each.value() != null)
            .filter(each -> !keys.contains("*") || !each.name().equals(path()))
            .toList();
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** The names of figures of this kind. Causes and tenants may hold dots. */
  Pattern names(int flags) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      boolean dots = i == keys.size() - 1 || keys.get(0).equals("tenants");
      names.append(i == 0 ? "" : "\\.");
      names.append(keys.get(i).equals("*") ? (dots ? ".+" : "[^.]+") : Pattern.quote(keys.get(i)));
    }
    return Pattern.compile(names.toString(), flags);
  }
}
