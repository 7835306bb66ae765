// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.commandline.StartGate;
import io.fleetload.results.Baseline;
import io.fleetload.results.run.Shard;
import io.fleetload.stamp.RunId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A run before its start, with the arguments for its two sides.
 *
 * @param given the profile
 * @param shards the processes of the device side
 * @param backends the processes of the backend side
 * @param baseline the run that thresholds compare with, or null
 * @param runId identifies the run on the wire
 * @param running its target if that runs already; null if the run starts it, or it is external
 * @param directory the directory of its results
 * @param metrics ports of its parts' metrics pages
 * @param labels the user's own words on the run
 */
public record PlannedRun(
    GivenProfile given,
    Shards shards,
    Backends backends,
    Baseline baseline,
    RunId runId,
    RunningTarget running,
    Path directory,
    MetricsPorts metrics,
    Map<String, String> labels) {

  /** A run under an id of its own. */
  public static PlannedRun of(
      GivenProfile given,
      Shards shards,
      Backends backends,
      Baseline baseline,
      RunningTarget running,
      Path directory,
      MetricsPorts metrics) {
    RunId runId = RunId.drawn(new SplittableRandom());
    return new PlannedRun(
        given, shards, backends, baseline, runId, running, directory, metrics, Map.of());
  }

  /** The same with the user's labels. */
  public PlannedRun with(Map<String, String> words) {
    return new PlannedRun(
        given, shards, backends, baseline, runId, running, directory, metrics, words);
  }

  /** Returns a run of one device simulator with an id of its own, and without metrics pages. */
  public static PlannedRun unsharded(GivenProfile given, Baseline baseline, Path directory) {
    return of(given, Shards.NONE, Backends.ONE, baseline, null, directory, MetricsPorts.NONE);
  }

  /** Returns the request, from which the run is judged. */
  RunRequest asked() {
    return RunRequest.of(given.scenario(), runId.toString(), shards).with(labels);
  }

  /** The arguments of the only backend simulator. */
  List<String> ofBackend(List<String> endpoints) {
    List<String> options = new ArrayList<>(List.of("--out=" + directory));
    options.addAll(shards.optionsOfBackend());
    return arguments(endpoints, metrics.ofBackend(), options);
  }

  /** The arguments of one of several backend simulators. */
  List<String> ofBackend(List<String> endpoints, Shard part) {
    List<String> options = new ArrayList<>(Backends.options(directory, part));
    options.addAll(shards.optionsOfBackend());
    return arguments(endpoints, metrics.ofBackend(), options);
  }

  /** The arguments of the one device simulator. */
  List<String> ofDevices(List<String> endpoints) {
    return arguments(endpoints, metrics.ofDevices(), List.of("--out=" + directory));
  }

  /** The arguments of the device simulator that drives a shard. */
  List<String> ofShard(List<String> endpoints, Shard shard) {
    return arguments(endpoints, metrics.ofDevices(), Shards.options(directory, shard));
  }

  private List<String> arguments(
      List<String> endpoints, List<String> ofMetrics, List<String> ofResults) {
    return Stream.of(
            given.arguments(endpoints),
            List.of("--run-id=" + runId, StartGate.OPTION),
            ofMetrics,
            ofResults)
        .flatMap(List::stream)
        .toList();
  }
}
