// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Doc;
import io.fleetload.profile.Life;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Span;
import java.util.List;

/** The users: each sends one request of a flow at a time. */
public record Users(
    @Doc(value = "how many users", required = true, least = 1, most = 1_000_000) Integer count,
    @Doc(
            value =
                "connections that the users share in turn; over HTTP/1.1 one request at a time is"
                    + " on a connection",
            least = 1,
            most = 1_000_000)
        Integer connections,
    @Doc(value = "the version of HTTP: 1.1 or 2", byDefault = "1.1") Http http,
    @Doc(value = "local addresses that the users connect from", byDefault = "any")
        List<String> bind,
    @Doc(value = "the longest wait for an answer", byDefault = "10s") Span timeout,
    @Doc(
            value = "a connection begins anew when for that long nothing came back; 0s for never",
            byDefault = "0s")
        Span reconnectAfter,
    @Doc("what the connections go through while requests flow") Life life,
    @Doc(
            value = "most requests of a process under way; 0 for any number",
            byDefault = "0",
            least = 0,
            most = 1_000_000)
        Integer maxInFlight)
    implements Devices {

  /** A version of HTTP. */
  public enum Http {
    /** One request at a time on a connection, which is kept. */
    @JsonProperty("1.1")
    HTTP_1_1,
    /** Many requests at a time on a connection. */
    @JsonProperty("2")
    HTTP_2
  }

  /** Fills in what the profile leaves open. */
  public Users {
    connections = connections == null ? count : connections;
    http = http == null ? Http.HTTP_1_1 : http;
    bind = bind == null ? List.of() : List.copyOf(bind);
    timeout = timeout == null ? Span.parse("10s") : timeout;
    reconnectAfter = reconnectAfter == null ? new Span(0) : reconnectAfter;
    life = life == null ? Life.NONE : life;
    maxInFlight = maxInFlight == null ? 0 : maxInFlight;
  }

  /** A user has no name on the wire; this one is for the books. */
  @Override
  @JsonIgnore
  public String id() {
    return "user-{index}";
  }

  void checkConnections(ProfileChecks checks) {
    if (connections > count) {
      checks.problem(
          "devices.connections",
          "found %d, expected at most %d (devices.count): a connection without a user carries nothing"
              .formatted(connections, count));
    }
  }
}
