package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of the page about the tenants of a fleet that several share. */
final class TenantSection {
  private static final List<String> OF_DEVICES = List.of("sent", "ok", "failed");
  private static final List<String> OF_BOTH_SIDES = List.of("delivered", "lost", "duplicate");
  private static final List<String> TROUBLES = List.of("failed", "lost", "duplicate");
  private static final List<String> TIMES = List.of("mean", "p50", "p99", "max");

  private final JsonNode tenants;
  private final Flows flows;
  private final List<String> counts = new ArrayList<>(OF_DEVICES);

  TenantSection(JsonNode result) {
    this.tenants = result.path("tenants");
    this.flows = Flows.of(result);
    OF_BOTH_SIDES.stream().filter(this::isKnown).forEach(counts::add);
  }

  String html() {
    Table table = new Table().words("flow").words("tenant");
    counts.forEach(each -> table.numbers(each, "msg"));
    TIMES.forEach(each -> table.numbers(each, "ms"));
    // Flow by flow, so that what the tenants have of the same stands under each other.
    flows.each(
        (name, flow) -> {
          for (Map.Entry<String, JsonNode> each : tenants.properties()) {
            JsonNode own = each.getValue().path("flows").path(name);
            if (own.isObject()) {
              row(table.coloured(name, Flows.colour(flows.index(name))), name, each.getKey(), own);
            }
          }
        });
    return table.isEmpty()
        ? ""
        : Html.section(
            "tenants",
            "Tenants",
            table.html() + Html.note("Response times; " + String.join("; ", shares()) + "."));
  }

  /** While a run goes on, and without a backend, a column would hold nothing. */
  private boolean isKnown(String count) {
    return tenants.findValues(count).stream().anyMatch(JsonNode::isNumber);
  }

  private void row(Table.Row row, String flow, String tenant, JsonNode own) {
    String path = "tenants." + tenant + ".flows." + flow + ".";
    row.word(tenant);
    for (String each : counts) {
      if (TROUBLES.contains(each)) {
        row.trouble(path + each, own.path(each));
      } else {
        row.count(path + each, own.path(each));
      }
    }
    for (String each : TIMES) {
      row.decimal(path + "response." + each, own.at("/response/" + each));
    }
    row.end();
  }

  private List<String> shares() {
    List<String> shares = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : tenants.properties()) {
      JsonNode tenant = each.getValue();
      shares.add(
          "%s has weight %s and %s devices, %s of %s sessions connected"
              .formatted(
                  each.getKey(),
                  Printed.count(tenant.path("weight")),
                  Printed.count(tenant.path("devices")),
                  Printed.count(tenant.path("connected")),
                  Printed.count(tenant.path("sessions"))));
    }
    return shares;
  }
}
