// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.ghz;

import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Each flow of a run as ghz sums up a test of its own: a text as it prints it, and its JSON. What
 * ghz does not say follows in both.
 */
public final class GhzSummary implements ResultView {
  @Override
  public void write(Result result, Path directory) throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    if (!Files.exists(file)) {
      // The run ended before its devices began.
      return;
    }
    DeviceBook book = ResultFiles.read(file, DeviceBook.class);
    for (Map.Entry<String, FlowResult> each : result.figures().flows().entrySet()) {
      DeviceBook.DeviceFlow flow = book.flows().get(each.getKey());
      if (flow != null && each.getValue().counts().sent() > 0) {
        GhzReport report = GhzReport.of(result, each.getKey(), flow.totals());
        ResultFiles.writeText(directory.resolve(text(each.getKey())), new GhzText(report).text());
        ResultFiles.write(directory.resolve(json(each.getKey())), report);
      }
    }
  }

  /** The name of a flow's text. */
  static String text(String flow) {
    return "ghz-" + flow + ".txt";
  }

  /** The name of a flow's JSON. */
  static String json(String flow) {
    return "ghz-" + flow + ".json";
  }
}
