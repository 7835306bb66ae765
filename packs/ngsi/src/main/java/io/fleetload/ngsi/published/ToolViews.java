// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A run as Gatling and as k6 sum up a test of their own: as text, and as JSON. */
public final class ToolViews implements ResultView {
  static final String GATLING_TEXT = "gatling.txt";
  static final String GATLING_JSON = "gatling-stats.json";
  static final String K6_TEXT = "k6.txt";
  static final String K6_JSON = "k6-summary.json";

  @Override
  public void write(Result result, Path directory) throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    if (!Files.exists(file)) {
      // The run ended before its users began.
      return;
    }
    Map<String, FlowTotals> totals = new LinkedHashMap<>();
    ResultFiles.read(file, DeviceBook.class)
        .flows()
        .forEach((name, flow) -> totals.put(name, flow.totals()));
    if (totals.values().stream().allMatch(each -> each.measured().sent() == 0)) {
      return;
    }
    GatlingReport gatling = GatlingReport.of(result, totals);
    ResultFiles.writeText(directory.resolve(GATLING_TEXT), GatlingText.of(gatling));
    ResultFiles.write(directory.resolve(GATLING_JSON), gatling);
    K6Summary k6 = K6Summary.of(result, totals);
    ResultFiles.writeText(directory.resolve(K6_TEXT), K6Text.of(k6));
    ResultFiles.write(directory.resolve(K6_JSON), k6);
  }
}
