// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.FlowRates;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.results.run.Tenants;
import java.util.Map;

/**
 * The most messages that CoAP lets one session send. A message id has 16 bits and must not come
 * round within an exchange's lifetime of 247 s, or the target takes a new message for a repetition
 * (RFC 7252, sections 4.4 and 4.8.2).
 */
final class PeerLimits {
  private static final int MESSAGE_IDS = 65_536;
  private static final int EXCHANGE_LIFETIME_SECONDS = 247;

  private static final int MOST_BYTES_AT_ONCE = 1_024;
  private static final int BLOCK_BYTES = 512;

  private PeerLimits() {}

  /** A larger body goes in blocks, of which Hono's adapter wants 512 bytes each. */
  private static int blocks(int bytes) {
    return bytes <= MOST_BYTES_AT_ONCE ? 1 : (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  /**
   * Looks at the gateways. Only they come near it: one session carries the messages of many
   * devices.
   *
   * @param sizes the most bytes of a message, by flow
   */
  static void check(HonoProfile profile, Map<String, Integer> sizes, ProfileChecks checks) {
    if (profile.gateways() == null || profile.devices().protocol() != HonoDevices.Protocol.COAP) {
      return;
    }
    double perSecond = 0;
    for (Map.Entry<String, HonoFlow> each : profile.flowsByName().entrySet()) {
      HonoFlow flow = each.getValue();
      int blocks = blocks(sizes.getOrDefault(each.getKey(), 0));
      // A command's answer is one more message of the same size.
      int messages = flow instanceof HonoFlow.CommandQuery ? 2 : 1;
      perSecond +=
          highest(flow.timing().in(profile.devices()), profile.phases()) * blocks * messages;
    }
    int most = MESSAGE_IDS / EXCHANGE_LIFETIME_SECONDS;
    double ofOne = perSecond * busiest(profile);
    if (ofOne > most) {
      int count = profile.gateways().count();
      checks.problem(
          "gateways.count",
          ("found \"%d\", expected at least %.0f: one session carries %d CoAP messages a second"
                  + " (RFC 7252, section 4.4), and the flows ask for %.0f of each gateway")
              .formatted(count, Math.ceil(count * ofOne / most), most, ofOne));
    }
  }

  /** The part of all messages that a gateway of the tenant with the fewest for its devices has. */
  private static double busiest(HonoProfile profile) {
    Tenants tenants = profile.sharedBy();
    int devices = profile.devices().count();
    double busiest = 0;
    for (int i = 0; i < tenants.count(); i++) {
      double part = (double) tenants.share(i, devices) / devices;
      int gateways = profile.tenantsOfSessions().share(i, profile.gateways().count());
      busiest = Math.max(busiest, part / gateways);
    }
    return busiest;
  }

  /**
   * The highest rate of a flow; what users of a closed model reach, and a trace asks for, is not
   * known before.
   */
  private static double highest(Timing flow, Phases phases) {
    return flow.closed() != null || flow.times() != null ? 0 : FlowRates.of(flow, phases).highest();
  }
}
