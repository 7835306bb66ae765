// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import org.eclipse.hono.auth.Activity;
import org.eclipse.hono.auth.Authorities;
import org.eclipse.hono.auth.AuthoritiesImpl;
import org.eclipse.hono.util.CommandRouterConstants;
import org.eclipse.hono.util.CredentialsConstants;
import org.eclipse.hono.util.RegistrationConstants;
import org.eclipse.hono.util.TenantConstants;

/** A service that calls others, and which of their endpoints it may use. */
public enum Service {
  /** Hono's CoAP adapter. */
  COAP_ADAPTER("Hono CoAP Adapter"),
  /** The MQTT adapter. */
  MQTT_ADAPTER("Hono MQTT Adapter"),
  /** The HTTP adapter. */
  HTTP_ADAPTER("Hono HTTP Adapter"),
  /** Hono's command router. */
  COMMAND_ROUTER("Hono Command Router");

  private final String user;

  Service(String user) {
    this.user = user;
  }

  /** Its name at the servers. */
  String user() {
    return user;
  }

  Authorities authorities() {
    AuthoritiesImpl granted = new AuthoritiesImpl();
    allow(granted, TenantConstants.TENANT_ENDPOINT);
    allow(granted, RegistrationConstants.REGISTRATION_ENDPOINT + "/*");
    if (this != COMMAND_ROUTER) {
      allow(granted, CredentialsConstants.CREDENTIALS_ENDPOINT + "/*");
      allow(granted, CommandRouterConstants.COMMAND_ROUTER_ENDPOINT + "/*");
    }
    return granted;
  }

  private static void allow(AuthoritiesImpl granted, String endpoint) {
    granted.addResource(endpoint, Activity.READ, Activity.WRITE).addOperation(endpoint, "*");
  }
}
