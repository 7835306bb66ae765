// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.dtls.PskSource;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;
import javax.crypto.SecretKey;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.PskPublicInformation;
import org.eclipse.californium.scandium.dtls.PskSecretResult;
import org.eclipse.californium.scandium.dtls.ResumptionSupportingConnectionStore;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedPskStore;
import org.eclipse.californium.scandium.util.SecretUtil;
import org.eclipse.californium.scandium.util.ServerNames;

/** Identities and keys as Scandium asks for them: by the peer; its address says which session. */
final class PskOfPeers implements AdvancedPskStore {
  private final PskSource source;
  private final ToIntFunction<InetSocketAddress> sessions;
  private final ResumptionSupportingConnectionStore connections;

  PskOfPeers(
      PskSource source,
      ToIntFunction<InetSocketAddress> sessions,
      ResumptionSupportingConnectionStore connections) {
    this.source = source;
    this.sessions = sessions;
    this.connections = connections;
  }

  @Override
  public boolean hasEcdhePskSupported() {
    return true;
  }

  @Override
  public PskPublicInformation getIdentity(InetSocketAddress peer, ServerNames virtualHost) {
    byte[] identity = source.identity(sessions.applyAsInt(peer));
    return new PskPublicInformation(new String(identity, StandardCharsets.UTF_8));
  }

  @Override
  public PskSecretResult requestPskSecretResult(
      ConnectionId cid,
      ServerNames serverNames,
      PskPublicInformation identity,
      String hmacAlgorithm,
      SecretKey otherSecret,
      byte[] seed,
      boolean useExtendedMasterSecret) {
    int session = sessions.applyAsInt(connections.get(cid).getPeerAddress());
    return new PskSecretResult(cid, identity, SecretUtil.create(source.key(session), "PSK"));
  }

  @Override
  public void setResultHandler(HandshakeResultHandler resultHandler) {
    // Every result is there at once.
  }
}
