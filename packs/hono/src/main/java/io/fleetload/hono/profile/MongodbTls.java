// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.profile.Doc;
import io.fleetload.profile.FileBesideProfile;

/**
 * Files of a TLS connection to MongoDB; the connection string says {@code tls=true}, and for X.509
 * {@code authMechanism=MONGODB-X509}.
 */
public record MongodbTls(
    @Doc(
            value = "PEM file of the authorities that the server's certificate may come from",
            byDefault = "those of the Java platform")
        FileBesideProfile ca,
    @Doc(
            value =
                "PEM file of our own certificate and its private key (PKCS #8, not encrypted), for"
                    + " X.509 authentication",
            byDefault = "none")
        FileBesideProfile certificate) {
  /** The files under their keys. */
  public TlsFiles files() {
    return new TlsFiles(
        PemFile.orNone("target.mongodbTls.ca", FileBesideProfile.pathOf(ca)),
        PemFile.orNone("target.mongodbTls.certificate", FileBesideProfile.pathOf(certificate)));
  }
}
