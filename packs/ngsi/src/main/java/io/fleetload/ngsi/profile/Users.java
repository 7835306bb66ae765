// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;

/** The users: each sends one request of a flow at a time. */
public record Users(
    @Inline(@Inline.Key(name = "count", doc = @Doc(value = "how many users", most = 1_000_000)))
        Fleet fleet,
    @Doc(
            value =
                "connections that the users share in turn; over HTTP/1.1 one request at a time is"
                    + " on a connection",
            least = 1,
            most = 1_000_000)
        Integer connections,
    @Doc(value = "the version of HTTP: 1.1 or 2", byDefault = "1.1") Http http)
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
    fleet = fleet.orPlain();
    connections = connections == null ? fleet.count() : connections;
    http = http == null ? Http.HTTP_1_1 : http;
  }

  /** Returns whether each user has a connection of its own. */
  public boolean areAlone() {
    return connections.equals(fleet.count());
  }

  /** A user has no name on the wire; this one is for the books. */
  @Override
  @JsonIgnore
  public String id() {
    return "user-{index}";
  }
}
