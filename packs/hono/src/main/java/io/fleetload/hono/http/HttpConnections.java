// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.http;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.tcp.TcpSessions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The connections of a fleet's devices that speak HTTP, and the parts that they share. */
public final class HttpConnections {
  private final TcpSessions sessions;
  private final HttpRequests requests;

  /** The connections of a profile's devices; none is open. */
  public HttpConnections(HonoProfile profile, TcpSessions sessions) {
    this.sessions = sessions;
    this.requests = new HttpRequests(profile);
  }

  /** Makes the link of the session at a place among those of this process. */
  public HttpDeviceLink link(int place) {
    return new HttpDeviceLink(sessions.at(place), this);
  }

  HttpRequests requests() {
    return requests;
  }

  /** The header by which Hono knows a session; empty where it knows its certificate. */
  byte[] authorization(int session) {
    if (sessions.haveCertificates()) {
      return new byte[0];
    }
    ByteArrayOutputStream pair = new ByteArrayOutputStream();
    pair.writeBytes((sessions.user(session) + ":").getBytes(StandardCharsets.UTF_8));
    pair.writeBytes(sessions.password(session));
    return HttpRequests.authorization(pair.toByteArray());
  }
}
