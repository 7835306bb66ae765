// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The flows of kind write: each writes a part of the rules that no other writes. */
public final class RuleWriters {
  private static final String NO_FLOW = "";

  /** In the order of their rules. */
  private final List<WrittenRules> writers = new ArrayList<>();

  private final int[] first;

  /** The flows of a profile. */
  public RuleWriters(ArionProfile profile) {
    profile.writes().keySet().forEach(name -> writers.add(new WrittenRules(profile, name)));
    this.first =
        profile.writes().keySet().stream().mapToInt(name -> profile.part(name).first()).toArray();
  }

  /** The flow of that name; null if no flow that writes has it. */
  public WrittenRules of(String flow) {
    for (WrittenRules each : writers) {
      if (each.flow().equals(flow)) {
        return each;
      }
    }
    return null;
  }

  /** The flow that writes a rule; the first one for -1, null if no flow writes. */
  public WrittenRules at(int index) {
    int place = Arrays.binarySearch(first, Math.max(0, index));
    return writers.isEmpty() ? null : writers.get(place < 0 ? -place - 2 : place);
  }

  /**
   * The stamp of a rule. Its flow is the one that writes the rule, unless another flow fits the
   * stamp, and that one does not.
   *
   * @param index the rule; -1 where there is no such rule
   * @param hostIp its three addresses as {@link io.fleetload.arion.profile.Addresses} reads them
   * @param received when it came, ns since the epoch
   */
  public Optional<Stamp> stamp(int index, long hostIp, long mac, long hostMac, long received) {
    WrittenRules its = at(index);
    String flow = its == null ? NO_FLOW : its.flow();
    Optional<Stamp> stamp = RuleStamp.read(flow, hostIp, mac, hostMac, received);
    if (stamp.isEmpty() || its == null || its.sends(stamp.get())) {
      return stamp;
    }
    for (WrittenRules each : writers) {
      Optional<Stamp> other = RuleStamp.read(each.flow(), hostIp, mac, hostMac, received);
      if (each.sends(other.orElseThrow())) {
        return other;
      }
    }
    return stamp;
  }
}
