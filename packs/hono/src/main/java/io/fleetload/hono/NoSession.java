// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.mqtt.session.MqttCause;
import io.fleetload.results.run.Tenants;

/** Line for the user that says why the session that went first could not talk to the target. */
final class NoSession {
  private static final String SILENCE =
      "Hono answers an unknown tenant, an unknown device and a wrong key with silence";

  private static final String DISTRUST =
      "Hono does not know the device's certificate or its authority; or the adapter's"
          + " certificate is not from devices.x509.trust or not for the host of target.coap";

  private NoSession() {}

  static String line(Cause cause, HonoProfile profile, ShardDevices own) {
    String where = profile.target().coap();
    int session = own.device(0);
    Tenants tenants = profile.tenantsOfSessions();
    String first = profile.sessionName(session);
    if (profile.devices().protocolOf(session) == HonoDevices.Protocol.MQTT) {
      return mqtt(cause, profile, first + "@" + tenants.id(tenants.of(session)));
    }
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the CoAP adapter at %s is not reachable: nothing listens there (target.coap)"
          .formatted(where);
    }
    if (cause == Cause.Transport.HANDSHAKE || cause == Cause.Transport.TIMEOUT) {
      boolean keys = profile.devices().x509() == null;
      return ("no DTLS session for %s@%s at %s within %s: %s; check target.coap, %s, devices.id and"
              + " %s, or run provisioning")
          .formatted(
              first,
              tenants.id(tenants.of(session)),
              where,
              profile.phases().connect().timeout(),
              keys ? SILENCE : DISTRUST,
              profile.tenants() == null ? "tenant.id" : "tenants",
              keys ? "devices.psk" : "devices.x509");
    }
    return "the CoAP adapter at %s refused %s: %s (target.coap)"
        .formatted(where, first, cause.key());
  }

  private static String mqtt(Cause cause, HonoProfile profile, String user) {
    String where = profile.target().mqtt();
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the MQTT adapter at %s is not reachable: nothing listens there (target.mqtt)"
          .formatted(where);
    }
    if (cause.equals(MqttCause.CREDENTIALS.cause())) {
      return ("the MQTT adapter at %s does not let %s in; check %s, devices.id, devices.psk and"
              + " registry.tenant.adapters, or run provisioning")
          .formatted(where, user, profile.tenants() == null ? "tenant.id" : "tenants");
    }
    return "the MQTT adapter at %s refused %s: %s (target.mqtt)"
        .formatted(where, user, cause.key());
  }
}
