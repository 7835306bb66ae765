// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.name.AuthIds;

/** The credentials of a device, which no other device may have under the same auth-id. */
public sealed interface CredentialForm extends FleetDocument
    permits CredentialsDocument, CertificatesDocument, NoCredentials {
  /** Under which type and auth-id Hono looks for them. */
  AuthIds authIds();
}
