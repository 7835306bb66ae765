// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.results.figure.FigureKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** The section of docs/explanation/measurement.md that explains a figure. */
public final class FigureSection {
  private static final String LEDGER = "Ledger";

  /** By the begin of the figure's path; the first that fits. */
  private static final Map<String, String> SECTIONS = sections();

  private FigureSection() {}

  /** The section's heading. */
  public static String of(FigureKind kind) {
    return SECTIONS.entrySet().stream()
        .filter(each -> (kind.path() + ".").startsWith(each.getKey() + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no section explains " + kind.path()));
  }

  private static Map<String, String> sections() {
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("measuredSeconds", "Phases");
    sections.put("warmUp", "Phases");
    sections.put("flows.*.warmUp", "Phases");
    sections.put("start", "Schedule");
    sections.put("flows.*.closed", "Users with steps");
    for (String each : new String[] {"response", "service", "endToEnd", "parts", "bytes"}) {
      sections.put("flows.*." + each, "Time");
    }
    sections.put("flows.*.ledger", LEDGER);
    sections.put("flows.*.warmUpLedger", LEDGER);
    sections.put("flows.*.cold", "Cold");
    sections.put("flows", "Counts");
    sections.put("devices", "Connections");
    sections.put("tenants", "Tenants");
    sections.put("groups", "Groups of devices");
    sections.put("ledger", LEDGER);
    sections.put("commands", LEDGER);
    sections.put("announcements", "Announced sessions");
    sections.put("generator", "The generator is a suspect");
    sections.put("shards", "The generator is a suspect");
    sections.put("health", "The generator is a suspect");
    sections.put("target", "Target cost");
    sections.put("clock", "Clocks");
    sections.put("disturb", "Disturbances");
    sections.put("limits", "Limits that are meant");
    return sections;
  }
}
