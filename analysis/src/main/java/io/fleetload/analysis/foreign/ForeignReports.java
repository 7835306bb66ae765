// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.foreign;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.foreign.ForeignReport;
import io.fleetload.results.foreign.ForeignRun;
import java.util.List;
import java.util.Optional;

/** The outputs that are known here. */
public final class ForeignReports {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ForeignReports() {}

  /** Readers of the outputs of tools that are for no one system. */
  public static List<ForeignReport> all() {
    return List.of(text -> json(text).flatMap(ForeignReports::ofJson), WrkOutput::read);
  }

  private static Optional<ForeignRun> ofJson(JsonNode tree) {
    return K6Summary.read(tree).or(() -> GatlingStats.read(tree)).or(() -> GhzReport.read(tree));
  }

  private static Optional<JsonNode> json(String text) {
    String stripped = text.stripLeading();
    if (!stripped.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(stripped));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** A number, also if it is in quotes; null for anything else. */
  static Double number(JsonNode value) {
    if (value.isNumber()) {
      return value.asDouble();
    }
    String text = value.asText("");
    return text.matches("[0-9]+(\\.[0-9]+)?") ? Double.valueOf(text) : null;
  }

  /** A whole number, also if it is in quotes; null for anything else. */
  static Long whole(JsonNode value) {
    Double number = number(value);
    return number == null ? null : Long.valueOf(Math.round(number));
  }
}
