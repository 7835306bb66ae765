// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.merge.EmptyBooks;
import io.fleetload.profile.Condition;
import io.fleetload.profile.LoadProfile;
import io.fleetload.results.Result;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.Shard;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.Surroundings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The request for a run, on disk before anything is started. A result is made of it and of the
 * books, so that one can be made of the files that a killed run leaves behind.
 *
 * @param runId identifies the run on the wire
 * @param run the profile's {@code run.name}
 * @param devices sessions that the profile asks for: one a device, or one a gateway
 * @param shards number of processes of the device side, or null for one
 * @param maxLagMs the profile's {@code generator.maxLag}, in ms
 * @param thresholds the profile's thresholds
 * @param defaultThresholds the default thresholds in force beside them, or null in the file of an
 *     earlier version
 * @param profile the profile, secrets removed
 * @param versions of the tool, Java and the operating system
 * @param host of the machine that runs it
 * @param labels the user's own words on the run; null if the user gave no label
 */
public record RunRequest(
    String runId,
    String run,
    long devices,
    Integer shards,
    double maxLagMs,
    @RequiredPart List<String> thresholds,
    List<String> defaultThresholds,
    JsonNode profile,
    @RequiredPart Map<String, String> versions,
    Map<String, Long> host,
    Map<String, String> labels) {

  /** The file's name in the run's directory. */
  public static final String FILE = "asked.json";

  /** Refuses a file with a wrong threshold. */
  public RunRequest {
    thresholds.forEach(Threshold::parse);
  }

  /** Without labels. */
  public RunRequest(
      String runId,
      String run,
      long devices,
      Integer shards,
      double maxLagMs,
      List<String> thresholds,
      List<String> defaultThresholds,
      JsonNode profile,
      Map<String, String> versions,
      Map<String, Long> host) {
    this(
        runId,
        run,
        devices,
        shards,
        maxLagMs,
        thresholds,
        defaultThresholds,
        profile,
        versions,
        host,
        null);
  }

  public static RunRequest of(Scenario scenario, String runId, Shards shards) {
    LoadProfile profile = scenario.profile();
    Result.About about = Surroundings.of(profile);
    return new RunRequest(
        runId,
        profile.run().name(),
        profile.sessions(),
        shards.areSeveral() ? shards.count() : null,
        profile.generator().maxLag().nanos() / 1e6,
        profile.thresholds().stream().map(Condition::text).toList(),
        scenario.defaultThresholds(),
        about.profile(),
        about.versions(),
        about.host());
  }

  /** Returns the request for books of an unknown run, of which nothing but the books is known. */
  static RunRequest unknown() {
    return new RunRequest(null, null, 0, null, 0, List.of(), List.of(), null, null, null);
  }

  /** The same of a target that says what it is. */
  RunRequest testing(String described) {
    Map<String, String> with = new LinkedHashMap<>(versions);
    with.put(Result.About.TARGET, described);
    return with(with, labels);
  }

  /** The same with the user's labels. */
  RunRequest with(Map<String, String> given) {
    return with(versions, given.isEmpty() ? null : given);
  }

  private RunRequest with(Map<String, String> ofParts, Map<String, String> words) {
    return new RunRequest(
        runId,
        run,
        devices,
        shards,
        maxLagMs,
        thresholds,
        defaultThresholds,
        profile,
        ofParts,
        host,
        words);
  }

  List<Threshold> bounds() {
    return thresholds.stream().map(Threshold::parse).toList();
  }

  Result.About about() {
    return new Result.About(profile, versions, host, labels);
  }

  /** The shards of the device side. */
  Shards ofDevices() {
    return new Shards(shards == null ? 1 : shards);
  }

  /** The book of a device side that was never started. */
  public DeviceBook nothingDone() {
    return EmptyBooks.ofDevices(runId, run, null, devices, maxLagMs);
  }

  /** The book of a shard that was never started. */
  DeviceBook nothingDone(Shard shard) {
    return EmptyBooks.ofDevices(runId, run, shard, shard.share((int) devices), maxLagMs);
  }
}
