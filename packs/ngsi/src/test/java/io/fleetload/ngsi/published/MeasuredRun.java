// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run of a device side's book that a test fills, in a directory. */
final class MeasuredRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  private final Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
  private final Map<String, String> ledgers = new LinkedHashMap<>();
  private String profile = "{}";
  private String name = "campaign";

  MeasuredRun(Path directory) {
    this.directory = directory;
  }

  MeasuredRun name(String run) {
    name = run;
    return this;
  }

  MeasuredRun profile(String json) {
    profile = json;
    return this;
  }

  /** Adds a flow. */
  MeasuredRun flow(
      String name,
      FlowTerms terms,
      FlowCounts counts,
      LatencyHistogram times,
      Exchanges exchanges) {
    List<Long> none = List.of();
    flows.put(
        name,
        new DeviceBook.DeviceFlow(
            terms,
            new FlowNumbers(0, 1_000_000, new RoundRobin(10, 0, "{index}")),
            new FlowTotals(FlowCounts.NONE, counts, times, times, null, 0, 0, exchanges),
            new MessageSet(),
            new MessageSet(),
            new MessageSet(),
            new PerSecond(none, none, none, none, none, Map.of(), null),
            null,
            null));
    return this;
  }

  /** Says of a flow what a backend would have made known. */
  MeasuredRun ledger(String flow, String json) {
    ledgers.put(flow, json);
    return this;
  }

  /** Writes the run, of 60 s, as the end of a run does. */
  void write(ResultView view) throws IOException {
    GeneratorHealth well =
        new GeneratorHealth(new LatencyHistogram().summary(), 100, 0, 1, List.of());
    DeviceBook device =
        new DeviceBook(
            DeviceBook.VERSION,
            "1f",
            name,
            true,
            null,
            RunTimeline.of(60, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 61_000))),
            new DeviceBook.FleetCounts(
                1, 1, 1, Map.of(), 0, new LatencyHistogram(), null, null, null),
            flows,
            null,
            GeneratorBook.of(well));
    ResultFiles.write(directory.resolve(DeviceBook.FILE), device);
    Path file = directory.resolve(Result.FILE);
    ResultFiles.write(
        file,
        Result.join(device, null, List.of())
            .with(new Result.About(JSON.readTree(profile), Map.of(), Map.of())));
    JsonNode tree = JSON.readTree(file.toFile());
    for (Map.Entry<String, String> each : ledgers.entrySet()) {
      ((ObjectNode) tree.at("/flows/" + each.getKey()))
          .setAll((ObjectNode) JSON.readTree(each.getValue()));
    }
    Files.writeString(file, tree.toString());
    view.write(ResultFiles.read(file, Result.class), directory);
  }

  static FlowTerms closed(long users, long total, double doneAfter) {
    return new FlowTerms(null, new ClosedModel(users, null, total, 0, doneAfter), null, true, 0);
  }

  static FlowCounts counts(long sent, Map<String, Long> failed, long notSent, long unsettled) {
    long wentWrong = failed.values().stream().mapToLong(Long::longValue).sum();
    return new FlowCounts(
        sent + notSent,
        sent,
        sent,
        sent - wentWrong - unsettled,
        failed,
        notSent == 0 ? Map.of() : Map.of("device.busy", notSent),
        unsettled,
        0);
  }

  /** So many times of so many ms each. */
  static LatencyHistogram times(double... countsAndMillis) {
    LatencyHistogram times = new LatencyHistogram();
    for (int i = 0; i < countsAndMillis.length; i += 2) {
      for (int each = 0; each < countsAndMillis[i]; each++) {
        times.record(Math.round(countsAndMillis[i + 1] * 1e6));
      }
    }
    return times;
  }
}
