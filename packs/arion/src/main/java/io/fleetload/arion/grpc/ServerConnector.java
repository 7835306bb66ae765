// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.profile.ClientGroups;
import io.fleetload.arion.profile.Clients;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.TcpConnection;
import io.grpc.CallOptions;
import io.grpc.Metadata;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * The properties that all connections of a profile have in common.
 *
 * @param server where they go
 * @param access what they need there
 * @param clients the deadline that each client's requests carry, and whether they are compressed
 */
record ServerConnector(InetSocketAddress server, ServerAccess access, ClientGroups clients) {

  /**
   * The connections of a profile.
   *
   * @throws TargetException if the server's host is not known
   * @throws UsageException if a file of {@code target.tls} or an entry of the metadata is of no use
   */
  static ServerConnector of(ArionProfile profile) throws TargetException, UsageException {
    ArionTarget target = profile.target();
    return new ServerConnector(
        TcpConnection.address(target.server()),
        ServerAccess.of(target),
        new ClientGroups(profile.devices()));
  }

  /** The options of a client's call that begins now. */
  CallOptions options(int client) {
    Clients its = clients.of(client);
    CallOptions options = CallOptions.DEFAULT;
    if (its.deadline() != null) {
      options = options.withDeadlineAfter(its.deadline().nanos(), TimeUnit.NANOSECONDS);
    }
    return its.compression() == Clients.Compression.GZIP
        ? options.withCompression("gzip")
        : options;
  }

  /** The metadata of one call, to which gRPC adds its own. */
  Metadata headers() {
    Metadata headers = new Metadata();
    headers.merge(access.metadata());
    return headers;
  }
}
