// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A run in the table that Stellio published of the same scenario, beside the published rows. */
public final class StellioTable implements ResultView {
  static final String FILE = "stellio-table.md";

  @Override
  public void write(Result result, Path directory) throws IOException {
    List<StellioTest> rows =
        StellioTest.of(published()).stream()
            .filter(each -> each.isRepeatedBy(result.identity().run()))
            .toList();
    FlowResult flow = rows.isEmpty() ? null : result.figures().flows().get(rows.get(0).flow());
    if (flow != null && flow.load().closed() != null && flow.load().closed().messages() != null) {
      ResultFiles.writeText(directory.resolve(FILE), table(rows, result, flow));
    }
  }

  private static String published() throws IOException {
    try (InputStream tables = StellioTable.class.getResourceAsStream("stellio.md")) {
      return new String(tables.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String table(List<StellioTest> rows, Result result, FlowResult flow) {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(rows.get(0).scenario()).append("\n\n");
    row(
        text,
        "VUs",
        "Initial setup",
        "Requests",
        "Published: requests/s",
        "Published: 95th percentile",
        "This run: requests/s",
        "This run: 95th percentile",
        "This run: failed");
    row(text, "---:", "---", "---:", "---:", "---:", "---:", "---:", "---:");
    // Beside other requests it is no repetition of the published test.
    boolean alone = result.figures().flows().size() == 1;
    boolean found = false;
    for (StellioTest each : rows) {
      boolean same = alone && isSame(each, result.about().profile(), flow);
      found |= same;
      row(
          text,
          each.users(),
          each.setUp().isEmpty() ? "–" : each.setUp(),
          each.requests(),
          whole(each.perSecond()),
          whole(each.p95Ms()) + " ms",
          same ? perSecond(flow) : "–",
          same ? p95(flow) : "–",
          same ? flow.counts().failed() : "–");
    }
    if (!found) {
      row(
          text,
          flow.load().closed().users(),
          alone ? "of this run alone" : "of this run, beside other requests",
          flow.load().closed().messages(),
          "–",
          "–",
          perSecond(flow),
          p95(flow),
          flow.counts().failed());
    }
    text.append(
        """

        Published: the mean of three runs on 8 processors; their spread is not given. For the same
        of ours: `loadtest run … --repeat 3`; `repeat.json` has the values of each run and their spread.
        The 95th percentile is of the service time of requests that went well; as in k6, it counts from
        when a request was sent. Users wait for an outcome before their next request.
        """);
    return text.toString();
  }

  /** The same users, requests and set-up. */
  private static boolean isSame(StellioTest test, JsonNode profile, FlowResult flow) {
    return test.users() == flow.load().closed().users()
        && test.requests() == flow.load().closed().messages()
        && (test.setUpSize() == 0 || isSetUp(test.setUpSize(), profile));
  }

  private static boolean isSetUp(long size, JsonNode profile) {
    if (profile == null) {
      return false;
    }
    long all = 0;
    for (JsonNode step : profile.path("setUp")) {
      long made = step.path("count").asLong(1) * step.path("batch").asLong(1);
      if (made == size) {
        return true;
      }
      all += made;
    }
    return all == size;
  }

  private static String perSecond(FlowResult flow) {
    Double done = flow.load().closed().doneAfterSeconds();
    return done == null || done <= 0
        ? "not done"
        : String.format(Locale.ROOT, "%.1f", flow.load().closed().messages() / done);
  }

  private static String p95(FlowResult flow) {
    Double p95 = flow.times().service().times().p95();
    return p95 == null ? "–" : String.format(Locale.ROOT, "%.1f ms", p95);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static void row(StringBuilder text, Object... cells) {
    text.append('|');
    for (Object cell : cells) {
      text.append(' ').append(cell).append(" |");
    }
    text.append('\n');
  }
}
