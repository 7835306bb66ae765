// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import io.fleetload.results.run.Shard;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.BuildInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The process that figures are of.
 *
 * @param tool its name
 * @param profile the profile's {@code run.name}
 * @param run the run's id, or null while the tool does not know it
 * @param part the part of its side that it is
 */
public record MetricsSource(String tool, String profile, RunId run, Shard part) {
  /**
   * Returns the attributes with the names of OpenTelemetry. Two processes of a run never have the
   * same instance.
   */
  Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>();
    BuildInfo build = BuildInfo.own();
    String part = this.part.of() == 1 ? "" : "-" + this.part.number();
    attributes.put("service.name", tool);
    attributes.put("service.version", build.version());
    attributes.put(
        "service.instance.id", (run == null ? UUID.randomUUID() : run) + "-" + tool + part);
    attributes.put("fleetload.tool", tool);
    attributes.put("fleetload.profile", profile);
    if (run != null) {
      attributes.put("fleetload.run.id", run.toString());
    }
    attributes.put("fleetload.shard", this.part.toString());
    attributes.put("fleetload.commit", build.commit());
    return attributes;
  }
}
