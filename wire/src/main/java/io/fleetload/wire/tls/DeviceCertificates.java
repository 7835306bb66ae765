// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** Certificates by which a server knows the devices, each asked for when its handshake needs it. */
public interface DeviceCertificates {
  /** The certificate of a device, which an authority of the server's signed. */
  X509Certificate of(int device);

  /** The private key of all of them. */
  PrivateKey key();
}
