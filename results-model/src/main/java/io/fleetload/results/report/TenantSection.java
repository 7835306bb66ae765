package io.fleetload.results.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of the page about the tenants of a fleet that several share. */
final class TenantSection {
  private static final List<String> TIMES = List.of("mean", "p50", "p99", "max");

  private final JsonNode tenants;
  private final Flows flows;

  TenantSection(JsonNode result) {
    this.tenants = result.path("tenants");
    this.flows = Flows.of(result);
  }

  String html() {
    Table table = new Table().words("flow").words("tenant");
    for (String each : List.of("sent", "ok", "failed", "delivered", "lost", "duplicate")) {
      table.numbers(each, "msg");
    }
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

  private static void row(Table.Row row, String flow, String tenant, JsonNode own) {
    String path = "tenants." + tenant + ".flows." + flow + ".";
    row.word(tenant)
        .count(path + "sent", own.path("sent"))
        .count(path + "ok", own.path("ok"))
        .trouble(path + "failed", own.path("failed"))
        .count(path + "delivered", own.path("delivered"))
        .trouble(path + "lost", own.path("lost"))
        .trouble(path + "duplicate", own.path("duplicate"));
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
