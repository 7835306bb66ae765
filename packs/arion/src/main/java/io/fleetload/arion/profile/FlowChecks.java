// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;

/** Checks of the flows of a profile beyond those of their records. */
final class FlowChecks {
  private static final double MOST_DELETED = 50;

  private final ArionProfile profile;
  private final ProfileChecks checks;

  FlowChecks(ArionProfile profile, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
  }

  void check() {
    profile.flows().forEach(this::flow);
  }

  private void flow(String name, ArionFlow flow) {
    String path = "flows." + name;
    if (flow instanceof ArionFlow.RequestFlow request) {
      keys(path, request, profile.rules().count(), "rules.count");
      checks.when(
          request.unknown() != null && request.unknown().percent() > 100,
          path + ".unknown",
          "found \"%s\", expected at most 100%%".formatted(request.unknown()));
    }
    if (flow instanceof ArionFlow.Stream stream) {
      interval(name, stream);
    } else if (flow instanceof ArionFlow.Write write) {
      write(path, write, profile.part(name));
    }
  }

  private void keys(String path, ArionFlow.KeyedFlow flow, int most, String bound) {
    checks.when(
        flow.keys() > most,
        path + ".keys",
        "found %d, expected at most %d (%s)".formatted(flow.keys(), most, bound));
  }

  private void interval(String name, ArionFlow.Stream stream) {
    DeviceGroup group = profile.group(name);
    Span timeout = group.devices().timeout();
    long lasts = (stream.requests() - 1) * stream.interval().nanos();
    checks.when(
        lasts >= timeout.nanos(),
        "flows." + name + ".interval",
        "found \"%s\", with which a stream of %d requests lasts %s; expected less than %s.timeout, which is %s"
            .formatted(
                stream.interval(), stream.requests(), new Span(lasts), group.path(), timeout));
  }

  private void write(String path, ArionFlow.Write write, RulePart part) {
    boolean alone = part.count() == profile.rules().count();
    keys(
        path,
        write,
        part.count(),
        alone ? "rules.count" : "rules.count, of which each flow of kind write has a part");
    checks.when(
        write.delete() != null && write.delete().percent() > MOST_DELETED,
        path + ".delete",
        "found \"%s\", expected at most 50%%: a rule has to be written again before it can be deleted again"
            .formatted(write.delete()));
    checks.when(
        profile.isWatched() && write.keys() > 1,
        path + ".keys",
        "found %d, expected 1: watchers hear of each rule by itself; or watchers: { grpc: 0 }"
            .formatted(write.keys()));
  }
}
