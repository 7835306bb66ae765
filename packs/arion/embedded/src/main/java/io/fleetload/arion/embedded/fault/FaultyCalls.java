// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.fault;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicLong;

/** Cuts, silences and refuses. Every message that a client sends is a request. */
public final class FaultyCalls implements ServerInterceptor {
  private final Faults faults;
  private final Connections connections;
  private final AtomicLong requests = new AtomicLong();

  public FaultyCalls(Faults faults, Connections connections) {
    this.faults = faults;
    this.connections = connections;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      private boolean dropped;

      @Override
      public void onMessage(Q request) {
        long n = requests.incrementAndGet();
        if (faults.cut() > 0 && connections.cutAt(faults.cut(), call)) {
          dropped = true;
        } else if (Faults.hits(faults.refuse(), n)) {
          dropped = true;
          call.close(Status.UNAVAILABLE.withDescription("refused"), new Metadata());
        } else if (Faults.hits(faults.silence(), n)) {
          dropped = call.getMethodDescriptor().getType().clientSendsOneMessage();
          call.request(1);
        } else {
          super.onMessage(request);
        }
      }

      @Override
      public void onHalfClose() {
        // A unary call without its request would be an error.
        if (!dropped) {
          super.onHalfClose();
        }
      }
    };
  }
}
