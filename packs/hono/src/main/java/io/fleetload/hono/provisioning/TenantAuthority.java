// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.certificates.AuthorityFiles;
import io.fleetload.hono.certificates.DeviceAuthority;
import io.fleetload.hono.profile.X509;
import io.fleetload.process.UsageException;
import java.util.Optional;

/**
 * Issuer of the certificates of a tenant's devices.
 *
 * @param files where it is kept
 * @param authority the one that is there, or a new one
 * @param isNew whether it is not kept yet
 */
record TenantAuthority(AuthorityFiles files, DeviceAuthority authority, boolean isNew) {
  /**
   * The authority of a tenant; empty if its devices have keys.
   *
   * @throws UsageException if its file cannot be read or holds something else
   */
  static Optional<TenantAuthority> of(Job job, String tenant) throws UsageException {
    X509 x509 = job.profile().devices().x509();
    if (x509 == null) {
      return Optional.empty();
    }
    AuthorityFiles files = AuthorityFiles.of(x509);
    Optional<DeviceAuthority> there = files.find(tenant);
    return Optional.of(
        new TenantAuthority(
            files,
            there.orElseGet(() -> DeviceAuthority.make(tenant, job.clock().instant())),
            there.isEmpty()));
  }

  /**
   * Keeps a new one, before any registry is to trust it.
   *
   * @throws UsageException if its file cannot be written
   */
  void keep(Job job) throws UsageException {
    if (isNew) {
      files.keep(authority);
      job.say(
          "the authority of tenant %s is new; its certificate and key are in %s, readable by its owner only"
              .formatted(authority.tenant(), files.file(authority.tenant())));
    }
  }
}
