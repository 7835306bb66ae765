// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.ArionProfile;
import io.fleetload.arion.ArionTarget;
import io.fleetload.arion.Clients;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.TcpConnection;
import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What all connections of a profile have in common.
 *
 * @param server where they go
 * @param serverName the name that the server's certificate must have; null for its host
 * @param tls how they are encrypted; null for not at all
 * @param metadata what every request carries
 * @param deadlineNanos the deadline that each request tells the server; 0 for none
 * @param gzip whether requests are compressed
 */
record Connecting(
    InetSocketAddress server,
    String serverName,
    SslContext tls,
    Metadata metadata,
    long deadlineNanos,
    boolean gzip) {

  /**
   * Those of a profile.
   *
   * @throws TargetException if the server's host is not known
   * @throws UsageException if a file of {@code target.tls} or an entry of the metadata is of no use
   */
  static Connecting of(ArionProfile profile) throws TargetException, UsageException {
    ArionTarget target = profile.target();
    Clients clients = profile.devices();
    return new Connecting(
        TcpConnection.address(target.server()),
        target.tls() == null ? null : target.tls().serverName(),
        target.tls() == null ? null : tls(target.tls()),
        metadata(target.metadata()),
        clients.deadline() == null ? 0 : clients.deadline().nanos(),
        clients.compression() == Clients.Compression.GZIP);
  }

  private static SslContext tls(ArionTarget.Tls files) throws UsageException {
    try {
      SslContextBuilder builder = GrpcSslContexts.forClient();
      if (files.authorities() != null) {
        builder.trustManager(new File(files.authorities()));
      }
      if (files.certificate() != null) {
        builder.keyManager(new File(files.certificate()), new File(files.key()));
      }
      return builder.build();
    } catch (Exception e) {
      // The builder throws several kinds, unchecked ones too, for a file that is missing or broken.
      throw new UsageException(
          "target.tls: cannot be used: %s; expected files in PEM format".formatted(e.getMessage()));
    }
  }

  private static Metadata metadata(Map<String, String> entries) throws UsageException {
    Metadata metadata = new Metadata();
    for (Map.Entry<String, String> each : entries.entrySet()) {
      try {
        metadata.put(
            Metadata.Key.of(each.getKey(), Metadata.ASCII_STRING_MARSHALLER), each.getValue());
      } catch (IllegalArgumentException e) {
        throw new UsageException(
            "target.metadata: \"%s\" is no name of metadata: %s"
                .formatted(each.getKey(), e.getMessage()));
      }
    }
    return metadata;
  }

  /** The options of a call that begins now. */
  CallOptions options() {
    CallOptions options = CallOptions.DEFAULT;
    if (deadlineNanos > 0) {
      options = options.withDeadlineAfter(deadlineNanos, TimeUnit.NANOSECONDS);
    }
    return gzip ? options.withCompression("gzip") : options;
  }

  /** The metadata of one call, to which gRPC adds its own. */
  Metadata headers() {
    Metadata headers = new Metadata();
    headers.merge(metadata);
    return headers;
  }
}
