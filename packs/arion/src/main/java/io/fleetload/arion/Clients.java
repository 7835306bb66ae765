// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Doc;
import io.fleetload.profile.Life;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Span;
import java.util.List;

/** The clients: each has requests under way, and some share a connection. */
public record Clients(
    @Doc(value = "how many clients", required = true, least = 1, most = RuleStamp.MOST_CLIENTS)
        Integer count,
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
        Compression compression,
    @Doc(value = "local addresses that the clients connect from", byDefault = "any")
        List<String> bind,
    @Doc(value = "the longest wait for an answer, or for the whole of a stream", byDefault = "10s")
        Span timeout,
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

  /** How requests are compressed. */
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
    connections = connections == null ? 1 : connections;
    compression = compression == null ? Compression.NONE : compression;
    bind = bind == null ? List.of() : List.copyOf(bind);
    timeout = timeout == null ? Span.parse("10s") : timeout;
    reconnectAfter = reconnectAfter == null ? new Span(0) : reconnectAfter;
    life = life == null ? Life.NONE : life;
    maxInFlight = maxInFlight == null ? 0 : maxInFlight;
  }

  /** A client has no name on the wire; this one is for the books. */
  @Override
  @JsonIgnore
  public String id() {
    return "client-{index}";
  }

  void checkConnections(ProfileChecks checks) {
    if (connections > count) {
      checks.problem(
          "devices.connections",
          "found %d, expected at most %d (devices.count): a connection without a client carries nothing"
              .formatted(connections, count));
    }
    if (deadline != null && deadline.nanos() == 0) {
      checks.problem("devices.deadline", "found \"0s\", expected a length of time above 0");
    }
  }
}
