// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.body.StampedBodies;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.profile.key.Kinds;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.stamp.CompactStamp;
import io.fleetload.stamp.Stamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The flows of a profile together: the stamps of their messages, and their checks. */
public final class HonoFlows {
  /** The pack's word for the answers to the commands of a flow. */
  public static final String COMMAND_RESPONSE = "commandResponse";

  private final Map<String, HonoFlow> flows;
  private final CompactStamp compact;

  /** The flows of a profile, by name. */
  public HonoFlows(Map<String, HonoFlow> flows) {
    this.flows = flows;
    this.compact = new CompactStamp(binary(flows).stream().limit(CompactStamp.MOST_FLOWS).toList());
  }

  private static List<String> binary(Map<String, HonoFlow> flows) {
    return flows.entrySet().stream()
        .filter(each -> each.getValue().contents().payload() == Contents.Payload.BINARY)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Name of the flow of the answers to the commands of a flow of command queries. */
  public static String answers(String query) {
    return Flow.added(query, HonoFlow.CommandQuery.class, COMMAND_RESPONSE);
  }

  /** The stamps of messages with a body that is not text. */
  public CompactStamp compactStamp() {
    return compact;
  }

  /** The stamp of a message of any of these flows, if it has one. */
  public Optional<Stamp> stamp(byte[] payload) {
    Optional<Stamp> found = compact.find(payload);
    return found.isPresent() ? found : Stamp.find(payload);
  }

  /** Looks at the flows; returns the most bytes of a message of each that is as it should be. */
  Map<String, Integer> check(HonoProfile profile, ProfileChecks checks) {
    checks.when(
        flows.isEmpty(),
        "flows",
        "is empty, expected at least one of telemetry, event, commandQuery");
    List<String> binary = binary(flows);
    for (String each :
        binary.subList(Math.min(binary.size(), CompactStamp.MOST_FLOWS), binary.size())) {
      checks.problem(
          "flows." + each + ".payload",
          "write ditto or a body: a binary message has room for the number of one of %s flows"
              .formatted(CompactStamp.MOST_FLOWS));
    }
    int most = profile.target().maxPayload().bytes();
    Map<String, Integer> sizes = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> {
          Contents contents = flow.contents();
          if (contents.body() == null) {
            contents.checkSize("flows." + name, spelled(name, flow), most, checks);
            sizes.put(name, contents.size().bytes());
          } else if (contents.payload() != null) {
            checks.problem(
                "flows." + name + ".payload", "is there beside body; leave one of them out");
          }
          if (flow instanceof HonoFlow.CommandQuery query) {
            check("flows." + name, query, checks);
          }
        });
    checks.file("data", () -> checkBodies(profile, most, sizes, checks));
    return sizes;
  }

  /** Bytes of a flow's name in its stamps, where it is not the name of a kind. */
  private static int spelled(String name, HonoFlow flow) {
    return name.equals(Kinds.name(flow.getClass())) ? 0 : name.length();
  }

  private static void check(String path, HonoFlow.CommandQuery query, ProfileChecks checks) {
    checks.when(
        query.contents().payload() == Contents.Payload.BINARY,
        path + ".payload",
        "found \"binary\", expected ditto: a command carries the times of its legs");
    checks.when(
        query.ttd().nanos() % 1_000_000_000L != 0 || query.ttd().nanos() == 0,
        path + ".ttd",
        "found \"%s\", expected whole seconds, at least 1s".formatted(query.ttd()));
  }

  private void checkBodies(
      HonoProfile profile, int most, Map<String, Integer> sizes, ProfileChecks checks)
      throws UsageException {
    StampedBodies bodies = new StampedBodies(profile);
    bodies.read();
    flows.forEach(
        (name, flow) -> {
          String key = "flows." + name + ".body";
          Contents says = flow.contents();
          if (says.body() != null) {
            checks.file(
                key, () -> sizes.put(name, says.checkBody(key, name, most, bodies, checks)));
          }
        });
  }
}
