package io.fleetload.campaign;

import io.fleetload.campaign.cost.CostWatch;
import java.util.List;
import java.util.function.Consumer;

/**
 * A target that is up and knows the tenant and the devices.
 *
 * @param endpoints the overrides that point a tool at it; none where the profile does
 * @param watch makes a run watch what it uses
 */
record ReadyTarget(List<String> endpoints, Consumer<CostWatch> watch) {
  static ReadyTarget embedded(ToolProcess process, Stack stack) {
    return new ReadyTarget(
        stack.overrides(),
        cost -> {
          cost.process(process.name(), true, process.handle());
          cost.page(process.name(), stack.metrics());
        });
  }

  static ReadyTarget external(List<String> pages) {
    return new ReadyTarget(List.of(), cost -> cost.pages(pages));
  }
}
