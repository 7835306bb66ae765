// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.process.PemFile;
import io.fleetload.process.UsageException;
import io.fleetload.quantity.FileBesideProfile;
import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Files;
import java.util.Map;

/**
 * The access that every connection to the server of a profile needs: a client's, a watcher's or
 * that of provisioning.
 *
 * @param serverName the name that the server's certificate must have; null for its host
 * @param tls how connections are encrypted; null for not at all
 * @param metadata what every request carries
 */
public record ServerAccess(String serverName, SslContext tls, Metadata metadata) {

  /**
   * The access of a target.
   *
   * @throws UsageException if a file of {@code target.tls} or an entry of the metadata is of no use
   */
  public static ServerAccess of(ArionTarget target) throws UsageException {
    return new ServerAccess(
        target.tls() == null ? null : target.tls().serverName(),
        target.tls() == null ? null : tls(target.tls()),
        metadata(target.metadata()));
  }

  private static SslContext tls(ArionTarget.Tls files) throws UsageException {
    // The builder reads to the end, whatever the file is.
    endsSoon("target.tls.authorities", files.authorities());
    endsSoon("target.tls.certificate", files.certificate());
    endsSoon("target.tls.key", files.key());
    try {
      SslContextBuilder builder = GrpcSslContexts.forClient();
      if (files.authorities() != null) {
        builder.trustManager(files.authorities().path().toFile());
      }
      if (files.certificate() != null) {
        builder.keyManager(files.certificate().path().toFile(), files.key().path().toFile());
      }
      return builder.build();
    } catch (Exception e) {
      // The builder throws several kinds, unchecked ones too, for a file that is missing or broken.
      throw new UsageException(
          "target.tls: cannot be used: %s; expected files in PEM format".formatted(e.getMessage()));
    }
  }

  private static void endsSoon(String key, FileBesideProfile file) throws UsageException {
    if (file != null && Files.exists(file.path())) {
      var unused = new PemFile(key, file.path()).text();
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
}
