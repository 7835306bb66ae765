// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.coap;

import io.fleetload.hono.DeviceKeys;
import java.net.InetSocketAddress;
import javax.crypto.SecretKey;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.PskPublicInformation;
import org.eclipse.californium.scandium.dtls.PskSecretResult;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedPskStore;
import org.eclipse.californium.scandium.util.SecretUtil;
import org.eclipse.californium.scandium.util.ServerNames;

/** The key of whoever says to be a device of the tenant, made when a handshake asks for it. */
final class DerivedKeys implements AdvancedPskStore {
  private final String suffix;
  private final DeviceKeys keys;

  DerivedKeys(String tenant, DeviceKeys keys) {
    this.suffix = "@" + tenant;
    this.keys = keys;
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
    if (!text.endsWith(suffix)) {
      return new PskSecretResult(cid, identity, null);
    }
    String device = text.substring(0, text.length() - suffix.length());
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
