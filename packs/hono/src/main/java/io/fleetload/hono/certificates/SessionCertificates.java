// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.certificates;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.Tenants;
import io.fleetload.wire.tls.DeviceCertificates;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * The certificate of each session, issued when a handshake asks for it; nothing is kept for a
 * device. All sessions of a process have one key pair: what a handshake costs either side does not
 * depend on who has the key, and Hono knows a device by the subject alone.
 */
public final class SessionCertificates {
  private final Tenants tenants;
  private final IntFunction<String> names;
  private final DeviceAuthority[] authorities;
  private final KeyPair pair = DeviceAuthority.keyPair();

  private SessionCertificates(
      Tenants tenants, IntFunction<String> names, DeviceAuthority[] authorities) {
    this.tenants = tenants;
    this.names = names;
    this.authorities = authorities;
  }

  /**
   * The certificates of a profile's sessions.
   *
   * @throws UsageException if a tenant's authority is not there or wrong
   */
  public static SessionCertificates of(HonoProfile profile) throws UsageException {
    AuthorityFiles files = AuthorityFiles.of(profile.devices().x509());
    Tenants tenants = profile.tenantsOfSessions();
    DeviceAuthority[] authorities = new DeviceAuthority[tenants.count()];
    for (int i = 0; i < authorities.length; i++) {
      authorities[i] = files.get(tenants.id(i));
    }
    return new SessionCertificates(tenants, profile::sessionName, authorities);
  }

  /** The certificate of a session. */
  public X509Certificate of(int session) {
    return authorities[tenants.of(session)].issue(names.apply(session), pair.getPublic());
  }

  /**
   * The same by places.
   *
   * @param sessions the session at each place
   */
  public DeviceCertificates from(IntUnaryOperator sessions) {
    return new DeviceCertificates() {
      @Override
      public X509Certificate of(int place) {
        return SessionCertificates.this.of(sessions.applyAsInt(place));
      }

      @Override
      public PrivateKey key() {
        return pair.getPrivate();
      }
    };
  }

  /** The private key of them all. */
  public PrivateKey key() {
    return pair.getPrivate();
  }
}
