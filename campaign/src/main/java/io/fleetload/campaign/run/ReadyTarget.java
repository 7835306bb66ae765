// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.campaign.part.TargetParts;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A target that is up.
 *
 * @param endpoints the overrides that point a tool at it; empty if the profile does
 * @param described its description, for a reader of the result; null if the profile has it
 * @param watch makes a run watch the resources that it uses
 * @param letGo stops it if it was started for this use, without waiting for its end
 * @param death completed with one line once a process of it died; never of one that runs elsewhere
 * @param parts its parts, of one that this command started; null of any other
 */
public record ReadyTarget(
    List<String> endpoints,
    String described,
    Consumer<CostWatch> watch,
    Runnable letGo,
    CompletableFuture<String> death,
    TargetParts parts) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Returns a target that this host runs for the test.
   *
   * @param name the name of its process
   * @param process the process, or null if it is not known
   * @param letGo stops it if it was started for this use
   */
  static ReadyTarget embedded(
      String name,
      ProcessHandle process,
      Target target,
      Launch.ReadyValues ready,
      Runnable letGo,
      CompletableFuture<String> death) {
    return new ReadyTarget(
        ready.overrides(),
        ready.described(),
        cost -> {
          cost.readings().installation(target.parts(), target.services());
          if (process != null) {
            cost.process(name, true, process);
          }
          if (ready.metrics() != null) {
            cost.readings().page(name, ready.metrics());
          }
          if (process != null || ready.metrics() != null) {
            cost.readings().parts(name, target.parts());
          }
          if (process != null) {
            cost.children(name, process);
          }
        },
        letGo,
        death,
        null);
  }

  /** The same with the parts that this command can end. */
  ReadyTarget with(TargetParts own) {
    return new ReadyTarget(endpoints, described, watch, letGo, death, own);
  }

  static ReadyTarget external(Target target) {
    return new ReadyTarget(
        List.of(),
        null,
        cost -> cost.readings().pagesOf(target),
        () -> {},
        new CompletableFuture<>(),
        null);
  }

  /**
   * The same with what runs beside it.
   *
   * @param overrides point a tool at that
   */
  ReadyTarget beside(ToolProcess companion, List<String> overrides) {
    List<String> all = new ArrayList<>(endpoints);
    all.addAll(overrides);
    return new ReadyTarget(
        List.copyOf(all),
        described,
        cost -> {
          watch.accept(cost);
          cost.process(companion.name(), false, companion.handle());
        },
        letGo,
        death,
        parts);
  }

  /**
   * The target that a program says to be, in the line with which it is ready.
   *
   * @throws IllegalStateException if the line is no JSON
   */
  static Launch.ReadyValues of(Launch launch, String line) {
    try {
      Map<String, String> values = new HashMap<>();
      JSON.readTree(line)
          .properties()
          .forEach(
              each -> {
                if (!each.getValue().isNull()) {
                  values.put(each.getKey(), each.getValue().asText());
                }
              });
      return launch.ready(values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a ready line is no JSON: " + line, e);
    }
  }
}
