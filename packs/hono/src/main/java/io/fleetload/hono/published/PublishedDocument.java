// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.PublishedRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The document of a published load test: a table in which each test has its asked rates and its
 * summary side by side.
 */
public final class PublishedDocument implements PublishedReport {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)<th>(?<head>.*?)</th>|(?<row><tr>)|<td>\\s*(?<cell>[0-9.]+)\\s*</td>"
              + "|```json\\s*(?<json>.*?)```");

  /** Prefix of the heads of each flow's columns. */
  private static final Map<String, String> COLUMNS =
      Map.of("telemetry", "telemetry", "event", "event", "commandquery", "commandQuery");

  @Override
  public Optional<PublishedRun> run(
      JsonNode summary, Map<String, Double> asked, Double askedOfAll) {
    return FlatSummary.isOne(summary)
        ? Optional.of(new FlatSummary(summary, asked, askedOfAll).run())
        : Optional.empty();
  }

  @Override
  public List<Summary> summaries(String text) {
    List<Summary> tests = new ArrayList<>();
    List<String> heads = new ArrayList<>();
    List<Double> cells = new ArrayList<>();
    Matcher tokens = TOKEN.matcher(text);
    while (tokens.find()) {
      if (tokens.group("head") != null) {
        heads.add(tokens.group("head").toLowerCase(Locale.ROOT));
      } else if (tokens.group("row") != null) {
        cells.clear();
      } else if (tokens.group("cell") != null) {
        cells.add(Double.valueOf(tokens.group("cell")));
      } else {
        tests.add(new Summary(tokens.group("json"), asked(heads, cells)));
      }
    }
    return tests;
  }

  private static Map<String, Double> asked(List<String> heads, List<Double> cells) {
    Map<String, Double> asked = new HashMap<>();
    for (int i = 0; i < Math.min(heads.size(), cells.size()); i++) {
      String head = heads.get(i);
      double cell = cells.get(i);
      COLUMNS.forEach(
          (begin, flow) -> {
            if (head.startsWith(begin)) {
              asked.put(flow, cell);
            }
          });
    }
    return asked;
  }
}
