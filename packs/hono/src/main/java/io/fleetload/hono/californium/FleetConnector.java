// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.concurrent.CancellationException;
import org.eclipse.californium.elements.DtlsEndpointContext;
import org.eclipse.californium.elements.EndpointContext;
import org.eclipse.californium.elements.MapBasedEndpointContext;
import org.eclipse.californium.elements.MessageCallback;
import org.eclipse.californium.elements.RawData;
import org.eclipse.californium.scandium.DTLSConnector;
import org.eclipse.californium.scandium.config.DtlsConnectorConfig;
import org.eclipse.californium.scandium.dtls.Connection;
import org.eclipse.californium.scandium.dtls.ContentType;
import org.eclipse.californium.scandium.dtls.Handshaker;
import org.eclipse.californium.scandium.dtls.Record;
import org.eclipse.californium.scandium.dtls.ResumptionSupportingConnectionStore;

/**
 * One DTLS connector for all sessions. Each has a UDP channel of its own, so the target sees as
 * many peers as there are sessions; the connector knows each by its {@link PeerAddress}. The
 * connector's own socket sends and receives nothing. All methods are called on the fleet's thread.
 */
final class FleetConnector extends DTLSConnector {
  private static final byte[] NOTHING = {};

  private final ResumptionSupportingConnectionStore connections;
  private final Sender sender;

  /** Sends a session's datagram. */
  @FunctionalInterface
  interface Sender {
    void send(InetSocketAddress peer, byte[] bytes, int offset, int length);
  }

  FleetConnector(
      DtlsConnectorConfig config, ResumptionSupportingConnectionStore connections, Sender sender) {
    super(config, connections);
    this.connections = connections;
    this.sender = sender;
  }

  /** Opens a session; the callback gets its context, or an error. */
  void handshake(InetSocketAddress peer, MessageCallback callback) {
    EndpointContext opening =
        new MapBasedEndpointContext(peer, null, DtlsEndpointContext.ATTRIBUTE_HANDSHAKE_MODE_AUTO);
    // Scandium opens a session for a message only; this one is dropped where it would be written.
    send(RawData.outbound(NOTHING, opening, callback, false));
  }

  /** Ends a session and tells the target, if there is one; then does something. */
  void leave(InetSocketAddress peer, Runnable then) {
    Connection connection = connections.get(peer);
    if (connection != null && connection.isExecuting() && connection.hasEstablishedDtlsContext()) {
      close(peer);
      // Its tasks are run in their order: the target gets the alert before.
      connection.getExecutor().execute(then);
    } else {
      then.run();
    }
  }

  /** Forgets a session, or a handshake under way, without a word to the target. */
  void forget(InetSocketAddress peer) {
    Connection connection = connections.get(peer);
    if (connection != null) {
      Handshaker handshaker = connection.getOngoingHandshake();
      if (handshaker != null) {
        handshaker.handshakeAborted(new CancellationException("given up"));
      }
      connections.remove(connection, true);
    }
  }

  @Override
  protected void sendRecord(Record record) throws IOException {
    boolean empty =
        record.getType() == ContentType.APPLICATION_DATA && record.getFragment().size() == 0;
    if (!empty) {
      super.sendRecord(record);
    }
  }

  @Override
  protected void sendNextDatagramOverNetwork(DatagramPacket packet) {
    sender.send(
        (InetSocketAddress) packet.getSocketAddress(),
        packet.getData(),
        packet.getOffset(),
        packet.getLength());
  }
}
