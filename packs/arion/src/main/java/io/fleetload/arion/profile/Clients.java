// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.quantity.Span;

/** The clients: each has requests under way, and some share a connection. */
public record Clients(
    @Inline(
            @Inline.Key(
                name = "count",
                doc = @Doc(value = "how many clients", most = RuleStamp.MOST_CLIENTS)))
        Fleet fleet,
    @Doc(
            value = "HTTP/2 connections that the clients share in turn",
            byDefault = "1",
            least = 1,
            most = 100_000)
        Integer connections,
    @Doc(
            value =
                "most requests under way on a connection; further ones wait, and the wait counts"
                    + " into their response time",
            byDefault = "as many as the server allows",
            least = 1,
            most = 1_000_000)
        Integer streamsPerConnection,
    @Doc(
            value = "the deadline that each request tells the server (grpc-timeout)",
            byDefault = "none")
        Span deadline,
    @Doc(value = "how requests are compressed: none or gzip", byDefault = "none")
        Compression compression)
    implements Devices {

  /** The ways to compress requests. */
  public enum Compression {
    /** Not at all. */
    @JsonProperty("none")
    NONE,
    /** With gzip. */
    @JsonProperty("gzip")
    GZIP
  }

  /** Fills in what the profile leaves open. */
  public Clients {
    fleet = fleet.orPlain();
    connections = connections == null ? 1 : connections;
    compression = compression == null ? Compression.NONE : compression;
  }

  /** A client has no name on the wire; this one is for the books. */
  @Override
  @JsonIgnore
  public String id() {
    return "client-{index}";
  }
}
