// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.profile.HonoDevices;
import java.net.InetSocketAddress;
import javax.crypto.SecretKey;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.PskPublicInformation;
import org.eclipse.californium.scandium.dtls.PskSecretResult;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedPskStore;
import org.eclipse.californium.scandium.util.SecretUtil;
import org.eclipse.californium.scandium.util.ServerNames;

/**
 * The devices' keys for a Californium server: the key of each that names itself {@code
 * device@tenant}, made when a handshake asks for it.
 */
public final class ServerKeys implements AdvancedPskStore {
  /** Null for any tenant. */
  private final String suffix;

  private final DeviceKeys keys;

  /** The keys of one tenant's devices; a device of another has none. */
  public ServerKeys(String tenant, DeviceKeys keys) {
    this.suffix = "@" + tenant;
    this.keys = keys;
  }

  /** The keys that are derived from a secret, in any tenant. */
  public ServerKeys(String secret) {
    this.suffix = null;
    this.keys = new DeviceKeys(new HonoDevices.Psk(secret));
  }

  @Override
  public boolean hasEcdhePskSupported() {
    return true;
  }

  @Override
  public synchronized PskSecretResult requestPskSecretResult(
      ConnectionId cid,
      ServerNames serverNames,
      PskPublicInformation identity,
      String hmacAlgorithm,
      SecretKey otherSecret,
      byte[] seed,
      boolean useExtendedMasterSecret) {
    String text = identity.getPublicInfoAsString();
    int at = suffix == null ? text.indexOf('@') : text.length() - suffix.length();
    if (at < 0 || (suffix != null && !text.endsWith(suffix))) {
      return new PskSecretResult(cid, identity, null);
    }
    String device = text.substring(0, at);
    return new PskSecretResult(cid, identity, SecretUtil.create(keys.of(device), "PSK"));
  }

  @Override
  public PskPublicInformation getIdentity(InetSocketAddress peer, ServerNames virtualHost) {
    return null;
  }

  @Override
  public void setResultHandler(HandshakeResultHandler resultHandler) {
    // Every result is there at once.
  }
}
