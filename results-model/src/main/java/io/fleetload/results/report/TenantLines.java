package io.fleetload.results.report;

import io.fleetload.results.TenantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What the terminal says of each of several tenants: who is served worse shows at a glance. */
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
              Double p99 = flow.response().p99();
              times.add(name + " " + (p99 == null ? "-" : String.format(Locale.ROOT, "%.1f", p99)));
            });
    return String.format(
        Locale.ROOT,
        "  tenant     %s: %d devices, %d of %d connected; sent %d, failed %d, lost %d,"
            + " duplicate %d; p99 ms %s",
        id,
        tenant.devices(),
        tenant.connected(),
        tenant.sessions(),
        sum(tenant, TenantResult.Flow::sent),
        sum(tenant, TenantResult.Flow::failed),
        sum(tenant, flow -> flow.lost() == null ? 0 : flow.lost()),
        sum(tenant, flow -> flow.duplicate() == null ? 0 : flow.duplicate()),
        String.join(", ", times));
  }

  private static long sum(TenantResult tenant, ToLongFunction<TenantResult.Flow> count) {
    return tenant.flows().values().stream().mapToLong(count).sum();
  }
}
