package io.fleetload.simulator.coap;

import java.net.InetSocketAddress;
import java.util.function.IntFunction;
import javax.crypto.SecretKey;
import org.eclipse.californium.scandium.dtls.ConnectionId;
import org.eclipse.californium.scandium.dtls.HandshakeResultHandler;
import org.eclipse.californium.scandium.dtls.PskPublicInformation;
import org.eclipse.californium.scandium.dtls.PskSecretResult;
import org.eclipse.californium.scandium.dtls.pskstore.AdvancedPskStore;
import org.eclipse.californium.scandium.util.SecretUtil;
import org.eclipse.californium.scandium.util.ServerNames;

/**
 * Who each device says it is ({@code <auth-id>@<tenant>}, as Hono wants it) and its key, made when
 * a handshake asks for them; nothing is kept for a device.
 */
final class Identities implements AdvancedPskStore {
  private static final String ALGORITHM = "PSK";

  private final String tenant;
  private final IntFunction<String> names;
  private final Keys keys;

  /** A device's key by its name. */
  @FunctionalInterface
  interface Keys {
    byte[] of(String name);
  }

  Identities(String tenant, IntFunction<String> names, Keys keys) {
    this.tenant = tenant;
    this.names = names;
    this.keys = keys;
  }

  @Override
  public boolean hasEcdhePskSupported() {
    return true;
  }

  @Override
  public PskPublicInformation getIdentity(InetSocketAddress peer, ServerNames virtualHost) {
    return new PskPublicInformation(
        names.apply(DeviceAddress.device(peer.getAddress())) + "@" + tenant);
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
    String text = identity.getPublicInfoAsString();
    String name = text.substring(0, text.length() - tenant.length() - 1);
    return new PskSecretResult(cid, identity, SecretUtil.create(keys.of(name), ALGORITHM));
  }

  @Override
  public void setResultHandler(HandshakeResultHandler resultHandler) {
    // Every result is there at once.
  }
}
