// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.arion.ghz.GhzSummary;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.pack.Description;
import io.fleetload.pack.OneLine;
import io.fleetload.pack.Pack;
import io.fleetload.results.ResultView;
import java.util.List;
import java.util.Optional;

/** Clients that read, write and watch the neighbor rules of an Arion master, and its Hazelcast. */
public final class ArionPack implements Pack<ArionProfile> {
  @Override
  public String name() {
    return "arion";
  }

  @Override
  public Class<ArionProfile> profile() {
    return ArionProfile.class;
  }

  @Override
  public Description describe(ArionProfile profile) {
    return new ArionRun(profile);
  }

  @Override
  public Optional<OneLine> oneLine() {
    return Optional.of(
        new OneLine(
            List.of(new OneLine.UrlKind("arion", 9090), new OneLine.UrlKind("arions", 443)),
            List.of("read", "stream", "write", "watch"),
            List.of(
                new OneLine.KeyOption("rules", "rules.count"),
                new OneLine.KeyOption("groups", "rules.groups"),
                new OneLine.KeyOption("connections", "devices.connections"),
                new OneLine.KeyOption("keys", "flows.*.keys"),
                new OneLine.KeyOption("window", "flows.*.window"),
                new OneLine.KeyOption("requests", "flows.*.requests"),
                new OneLine.KeyOption("read-back", "flows.*.readBack"),
                new OneLine.KeyOption("hazelcast", "target.hazelcast"),
                new OneLine.KeyOption("cluster", "target.cluster"),
                new OneLine.KeyOption("authorities", "target.tls.authorities")),
            ArionPack::keys));
  }

  private static List<String> keys(OneLine.Line line) {
    if (line.target().isEmbedded()) {
      return List.of();
    }
    String server = "target.server='" + line.target().address() + "'";
    return line.target().scheme().equals("arions")
        ? List.of("target.kind=external", server, "target.tls={}")
        : List.of("target.kind=external", server);
  }

  @Override
  public List<ResultView> views() {
    return List.of(new GhzSummary());
  }
}
