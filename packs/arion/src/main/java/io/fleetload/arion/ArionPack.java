// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.arion.ghz.GhzSummary;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.pack.Description;
import io.fleetload.pack.LineForm;
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
  public Optional<LineForm> oneLine() {
    return Optional.of(
        new LineForm(
            List.of(new LineForm.UrlKind("arion", 9090), new LineForm.UrlKind("arions", 443)),
            List.of("read", "stream", "write", "watch"),
            List.of(
                new LineForm.KeyOption("rules", "rules.count"),
                new LineForm.KeyOption("groups", "rules.groups"),
                new LineForm.KeyOption("connections", "devices.connections"),
                new LineForm.KeyOption("keys", "flows.*.keys"),
                new LineForm.KeyOption("window", "flows.*.window"),
                new LineForm.KeyOption("requests", "flows.*.requests"),
                new LineForm.KeyOption("read-back", "flows.*.readBack"),
                new LineForm.KeyOption("hazelcast", "target.hazelcast"),
                new LineForm.KeyOption("cluster", "target.cluster"),
                new LineForm.KeyOption("authorities", "target.tls.authorities")),
            ArionPack::keys));
  }

  private static List<String> keys(LineForm.LineOrder line) {
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
