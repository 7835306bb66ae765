// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.TenantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The terminal's line for each of several tenants. */
final class TenantLines {
  private TenantLines() {}

  static void of(Map<String, TenantResult> tenants, List<String> lines) {
    if (tenants != null) {
      tenants.forEach((id, tenant) -> lines.add(line(id, tenant)));
    }
  }

  private static String line(String id, TenantResult tenant) {
    List<String> times = new ArrayList<>();
    tenant
        .flows()
        .forEach(
            (name, flow) -> {
              Double p99 = flow.response().times().p99();
              times.add(name + " " + (p99 == null ? "-" : String.format(Locale.ROOT, "%.1f", p99)));
            });
    long notSent = sum(tenant, flow -> flow.notSent() == null ? 0 : flow.notSent());
    long unsettled = sum(tenant, TenantResult.TenantFlow::unsettled);
    return String.format(
        Locale.ROOT,
        "  tenant     %s: %d devices, %d of %d connected; sent %d, failed %d%s%s, %s, %s; p99 ms"
            + " %s",
        id,
        tenant.devices(),
        tenant.connected(),
        tenant.sessions(),
        sum(tenant, TenantResult.TenantFlow::sent),
        sum(tenant, TenantResult.TenantFlow::failed),
        notSent == 0 ? "" : ", not sent " + notSent,
        unsettled == 0 ? "" : ", unsettled " + unsettled,
        known("lost", tenant, TenantResult.TenantFlow::lost),
        known("duplicate", tenant, TenantResult.TenantFlow::duplicate),
        String.join(", ", times));
  }

  /** Returns a count that only a backend which read everything knows. */
  private static String known(
      String what, TenantResult tenant, Function<TenantResult.TenantFlow, Long> count) {
    boolean known = tenant.flows().values().stream().map(count).allMatch(Objects::nonNull);
    return what + " " + (known ? sum(tenant, count::apply) : "not known");
  }

  private static long sum(TenantResult tenant, ToLongFunction<TenantResult.TenantFlow> count) {
    return tenant.flows().values().stream().mapToLong(count).sum();
  }
}
