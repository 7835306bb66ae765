package io.fleetload.simulator.measure;

import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.TenantBook;
import io.fleetload.results.Turns;
import java.util.ArrayList;
import java.util.List;

/**
 * One flow's measured messages by the tenant of their device. Which went well are those with a
 * response time. Only kept where there are several tenants.
 */
public final class TenantParts {
  private final byte[] tenantOf;
  private final Turns turns;
  private final long[] sent;
  private final long[] failed;
  private final LatencyHistogram[] response;

  /**
   * Nothing yet.
   *
   * @param tenants how many tenants there are
   * @param tenantOf each device's, by its place among them
   * @param turns which device sends which message
   */
  public TenantParts(int tenants, byte[] tenantOf, Turns turns) {
    this.tenantOf = tenantOf;
    this.turns = turns;
    this.sent = new long[tenants];
    this.failed = new long[tenants];
    this.response = new LatencyHistogram[tenants];
    for (int i = 0; i < tenants; i++) {
      response[i] = new LatencyHistogram();
    }
  }

  void sent(int n) {
    sent[tenant(n)]++;
  }

  void ok(int n, long responseNanos) {
    response[tenant(n)].record(responseNanos);
  }

  void failed(int n) {
    failed[tenant(n)]++;
  }

  List<TenantBook.Flow> snapshot() {
    List<TenantBook.Flow> parts = new ArrayList<>();
    for (int i = 0; i < response.length; i++) {
      parts.add(new TenantBook.Flow(sent[i], failed[i], response[i].copy()));
    }
    return parts;
  }

  private int tenant(int n) {
    return tenantOf[turns.device(n)];
  }
}
