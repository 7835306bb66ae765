// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.run.Tenants;
import java.util.List;

/**
 * The sender of a request. A device posts in its own name, which the target knows from the session.
 * A gateway puts to a resource that names the device
 * (https://www.eclipse.org/hono/docs/user-guide/coap-adapter/, "via a gateway device").
 */
public sealed interface Behalf {
  /** The request's method, by its code. */
  int code();

  /** The rest of the path of a device's message, behind the endpoint. */
  List<String> from(int device);

  /** The path of the answer to a command, from the Location-Path of the command; null for none. */
  String replyTo(List<String> location);

  /** The rest of the path of that answer, behind the endpoint. */
  List<String> answerTo(String replyTo);

  /** The sender that a profile asks for: the device itself, or its gateway. */
  static Behalf of(HonoProfile profile) {
    return profile.gateways() == null
        ? new Own()
        : new Gateway(profile.sharedBy(), new FleetNames(profile.devices()));
  }

  /** The device itself, which the target knows from the session. */
  record Own() implements Behalf {
    @Override
    public int code() {
      return CoapMessage.POST;
    }

    @Override
    public List<String> from(int device) {
      return List.of();
    }

    @Override
    public String replyTo(List<String> location) {
      return location.size() == 2 ? location.get(1) : null;
    }

    @Override
    public List<String> answerTo(String replyTo) {
      return List.of(replyTo);
    }
  }

  /**
   * A gateway's, for a device.
   *
   * @param tenants the tenants of the devices
   * @param names the devices' names
   */
  record Gateway(Tenants tenants, FleetNames names) implements Behalf {
    private static final char SEPARATOR = '/';

    @Override
    public int code() {
      return CoapMessage.PUT;
    }

    @Override
    public List<String> from(int device) {
      return List.of(tenant(device), names.name(device));
    }

    /** {@code command_response/[tenant]/device/request}; the tenant is empty where it is known. */
    @Override
    public String replyTo(List<String> location) {
      return location.size() == 4 ? location.get(2) + SEPARATOR + location.get(3) : null;
    }

    @Override
    public List<String> answerTo(String replyTo) {
      int end = replyTo.lastIndexOf(SEPARATOR);
      String device = replyTo.substring(0, end);
      // A command for an unknown device can only be for the one that asked for it.
      int index = Math.max(0, names.indexOf(device));
      return List.of(tenant(index), device, replyTo.substring(end + 1));
    }

    private String tenant(int device) {
      return tenants.id(tenants.of(device));
    }
  }
}
