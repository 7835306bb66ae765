// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.results.Tenants;

/** Why the session that went first could not talk to the target, as a line for the user. */
final class NoSession {
  private NoSession() {}

  static String line(Cause cause, HonoProfile profile, ShardDevices own) {
    String where = profile.target().coap();
    int session = own.device(0);
    Tenants tenants = profile.sharedBy();
    String first = profile.sessionName(session);
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the CoAP adapter at %s is not reachable: nothing listens there (target.coap)"
          .formatted(where);
    }
    if (cause == Cause.Transport.HANDSHAKE || cause == Cause.Transport.TIMEOUT) {
      return ("no DTLS session for %s@%s at %s within %s: Hono answers an unknown tenant, an"
              + " unknown device and a wrong key with silence; check target.coap, %s,"
              + " devices.id and devices.psk, or run provisioning")
          .formatted(
              first,
              tenants.id(tenants.of(session)),
              where,
              profile.phases().connect().timeout(),
              profile.tenants() == null ? "tenant.id" : "tenants");
    }
    return "the CoAP adapter at %s refused %s: %s (target.coap)"
        .formatted(where, first, cause.key());
  }
}
