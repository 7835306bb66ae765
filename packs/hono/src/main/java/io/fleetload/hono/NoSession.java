// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.profile.HonoDevices.Protocol;
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
    int session = own.device(0);
    Tenants tenants = profile.tenantsOfSessions();
    String first = profile.sessionName(session);
    Protocol protocol = profile.devices().protocolOf(session);
    String where = profile.target().adapter(protocol);
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the %s adapter at %s is not reachable: nothing listens there (%s)"
          .formatted(protocol, where, protocol.target());
    }
    if (cause.equals(MqttCause.CREDENTIALS.cause())) {
      return ("the MQTT adapter at %s does not let %s in; check %s, devices.id, %s and"
              + " registry.tenant.adapters, or run provisioning")
          .formatted(
              where,
              first + "@" + tenants.id(tenants.of(session)),
              profile.tenants() == null ? "tenant.id" : "tenants",
              profile.devices().x509() == null ? "devices.psk" : "devices.x509");
    }
    boolean handshake = cause == Cause.Transport.HANDSHAKE || cause == Cause.Transport.TIMEOUT;
    if (protocol == Protocol.COAP && handshake) {
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
    if (protocol.isByPassword() && handshake) {
      return ("no TLS with the %s adapter at %s: its certificate is not from target.trust or not for"
              + " that host, or nothing speaks TLS there (%s)")
          .formatted(protocol, where, protocol.target());
    }
    if (protocol.isByPassword() && cause == Cause.Transport.DISCONNECTED) {
      return "the %s adapter at %s ended the connection of %s; if it speaks TLS, say so in %s"
          .formatted(protocol, where, first, protocol.target());
    }
    return "the %s adapter at %s refused %s: %s (%s)"
        .formatted(protocol, where, first, cause.key(), protocol.target());
  }
}
