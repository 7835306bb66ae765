// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;

/** One message of a flow as a call of gRPC, from its begin to its outcome. */
abstract class GrpcExchange extends ClientCall.Listener<byte[]> {
  private static final int ALL = Integer.MAX_VALUE;

  private final ArionMethod method;
  private final int client;
  private final Exchange exchange;
  private CallsUnderWay underWay;
  private GrpcConnection connection;
  private ClientCall<byte[], byte[]> call;

  GrpcExchange(ArionMethod method, int client, Exchange exchange) {
    this.method = method;
    this.client = client;
    this.exchange = exchange;
  }

  /** Sends what is to be sent now; the call has begun. */
  abstract void begin(ClientCall<byte[], byte[]> begun);

  /** Takes an answer. */
  abstract void take(byte[] answer) throws IOException;

  /** The server says that all went well; this says whether it did. */
  abstract void ended();

  final Exchange exchange() {
    return exchange;
  }

  /** Checks whether it has no outcome yet. */
  final boolean isUnderWay() {
    return underWay.has(this);
  }

  /** Makes the call. */
  final void start(GrpcConnection on, CallsUnderWay among) {
    connection = on;
    underWay = among;
    call = on.call(method, client);
    on.start(call, this);
    call.request(ALL);
    begin(call);
  }

  /** Makes the same call once more, as a part of the same exchange. */
  final void startAgain() {
    start(connection, underWay);
  }

  @Override
  public final void onMessage(byte[] answer) {
    connection.run(() -> taken(answer));
  }

  private void taken(byte[] answer) {
    if (isUnderWay()) {
      try {
        take(answer);
      } catch (IOException e) {
        fail(GrpcCause.UNREADABLE);
      }
    }
  }

  @Override
  public final void onClose(Status status, Metadata trailers) {
    connection.run(() -> closed(status));
  }

  private void closed(Status status) {
    if (!isUnderWay()) {
      return;
    }
    if (status.isOk()) {
      ended();
    } else if (connection.isAlive()) {
      refused(status);
    } else {
      settle(Cause.Transport.DISCONNECTED, null);
    }
  }

  /** The server says that it did not go well. */
  void refused(Status status) {
    settle(GrpcCause.of(status), null);
  }

  /** One of several answers came. */
  final void responded() {
    exchange.responded();
  }

  /** All went well. */
  final void succeed(Inbound inbound) {
    settle(null, inbound);
  }

  /** Fails, and tells the server where it still answers. */
  final void fail(Cause cause) {
    call.cancel("the client needs no more of it", null);
    settle(cause, null);
  }

  /** Ends the call from this side, with all that was wanted of it. */
  final void cancel() {
    call.cancel("the client has what it wants", null);
  }

  private void settle(Cause cause, Inbound inbound) {
    if (underWay.leave(this)) {
      if (cause == null) {
        exchange.succeeded(inbound);
      } else {
        exchange.failed(cause);
      }
    }
  }

  /** The outcome is decided elsewhere. */
  final void abandon() {
    if (call != null) {
      call.cancel("given up", null);
    }
  }
}
