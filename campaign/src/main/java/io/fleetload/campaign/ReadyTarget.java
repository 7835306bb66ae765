// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.hono.MetricsPage;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A target that is up and knows the tenant and the devices.
 *
 * @param endpoints the overrides that point a tool at it; none where the profile does
 * @param watch makes a run watch what it uses
 * @param death completed with one line once a process of it died; never of one that runs elsewhere
 */
record ReadyTarget(
    List<String> endpoints, Consumer<CostWatch> watch, CompletableFuture<String> death) {
  static ReadyTarget embedded(ToolProcess process, Stack stack, CompletableFuture<String> death) {
    return new ReadyTarget(
        stack.overrides(),
        cost -> {
          cost.process(process.name(), true, process.handle());
          cost.page(process.name(), stack.metrics());
          cost.installation(MetricsPage.installation());
          cost.parts(process.name(), MetricsPage.installation());
        },
        death);
  }

  static ReadyTarget external(List<MetricsPage> pages) {
    return new ReadyTarget(
        List.of(),
        cost -> {
          cost.installation(MetricsPage.installation());
          pages.forEach(
              page ->
                  cost.page(
                      URI.create(page.url()),
                      page.role() == null ? List.of() : List.of(page.role().key())));
        },
        new CompletableFuture<>());
  }
}
