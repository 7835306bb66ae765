// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.server;

import io.fleetload.hono.DeviceKeys;
import io.fleetload.hono.HonoDevices;
import java.net.InetSocketAddress;
import javax.crypto.SecretKey;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.PskPublicInformation;
import org.eclipse.californium.scandium.dtls.PskSecretResult;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedPskStore;
import org.eclipse.californium.scandium.util.SecretUtil;
import org.eclipse.californium.scandium.util.ServerNames;

/** The key of whoever comes, derived from the name before the {@code @}. */
final class BenchKeys implements AdvancedPskStore {
  private final DeviceKeys keys = new DeviceKeys(new HonoDevices.Psk(null));

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
    String device = text.substring(0, Math.max(0, text.indexOf('@')));
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
