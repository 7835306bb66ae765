// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.HostPort;
import java.net.URI;

/**
 * The management API of Hono's device registry, for a registry without a MongoDB that can be
 * reached.
 *
 * @param password not part of {@link #toString()}
 */
public record ManagementApi(
    @Doc(
            value = "its address without /v1, such as https://registry.example.com:28443",
            required = true,
            form = "https?://[^\\s/?#@]+(/[^\\s?#@]*)?",
            expected = "https://host:port, without user, password and query")
        String url,
    @Doc(value = "the user, where it wants one", byDefault = "none") String user,
    @Doc(
            value = "the user's password; take it from the environment: ${REGISTRY_PASSWORD}",
            byDefault = "none",
            secret = true)
        String password,
    @Doc(
            value = "how many requests are under way at once",
            byDefault = "32",
            least = 1,
            most = 1_000)
        Integer requests) {

  /** Fills in what the profile leaves open. */
  public ManagementApi {
    requests = requests == null ? 32 : requests;
  }

  void check(HonoDevices devices, ProfileChecks checks) {
    try {
      if (URI.create(url).getHost() == null) {
        checks.problem("target.registry.url", "found no host in it, expected https://host:port");
      }
      HostPort.checkUrl("target.registry.url", url, checks);
    } catch (IllegalArgumentException e) {
      checks.problem("target.registry.url", "is no address, expected https://host:port");
    }
    if ((user == null) != (password == null)) {
      checks.problem("target.registry", "has one of user and password, expected both or none");
    }
    if (devices.x509() != null) {
      checks.problem("devices.x509", "needs target.mongodb, found target.registry");
    } else if (devices.psk().random()) {
      checks.problem(
          "devices.psk.random",
          "needs target.mongodb, found target.registry, which never gives a key out");
    }
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "ManagementApi[url=" + url + ", requests=" + requests + "]";
  }
}
