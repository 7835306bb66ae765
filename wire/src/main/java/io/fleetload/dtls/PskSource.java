// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/** The devices' pre-shared keys, asked for at each full handshake; the sessions keep none. */
public interface PskSource {
  /** Identity of the device, at most {@value Messages#MAX_IDENTITY} bytes. */
  byte[] identity(int device);

  /** The secret it shares with the server. */
  byte[] key(int device);
}
