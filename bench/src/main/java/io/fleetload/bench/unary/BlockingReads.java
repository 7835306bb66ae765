// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.unary;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.bench.unary.messages.HostRequest;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads as the documentation of grpc-java has them: generated messages, one channel, a thread for
 * each request under way, which waits for the answer.
 */
public final class BlockingReads implements Contestant {
  private final ManagedChannel channel;
  private int threads;

  /** Reads of a server on this host. */
  public BlockingReads(int port) {
    this.channel = ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }

  @Override
  public Deeds connect(int count, double perSecond) throws InterruptedException {
    threads = count;
    return send(0);
  }

  @Override
  public Deeds send(double seconds) throws InterruptedException {
    LongAdder requests = new LongAdder();
    LongAdder failed = new LongAdder();
    long end = System.nanoTime() + Math.round(seconds * 1e9);
    List<Thread> all = new ArrayList<>();
    for (int client = 0; client < threads; client++) {
      int number = client;
      Thread thread =
          new Thread(
              () -> {
                int n = number;
                do {
                  (read(n) ? requests : failed).increment();
                  n += threads;
                } while (System.nanoTime() < end);
              });
      thread.start();
      all.add(thread);
    }
    for (Thread each : all) {
      each.join();
    }
    return new Deeds(requests.sum(), failed.sum(), 0);
  }

  private boolean read(int n) {
    HostRequest request =
        HostRequest.newBuilder()
            .setFormatVersion(1)
            .addStateRequests(
                HostRequest.ResourceStateRequest.newBuilder()
                    .setRequestId("q0")
                    .setTunnelId(1)
                    .setSourceIp("10.0.0.1")
                    .setSourcePort(1)
                    .setDestinationIp("10.0." + (n / 250) % 40 + "." + (n % 250 + 1))
                    .setDestinationPort(2))
            .build();
    try {
      return ClientCalls.blockingUnaryCall(channel, UnaryServer.READ, CallOptions.DEFAULT, request)
              .getNeighborrulesCount()
          == 1;
    } catch (StatusRuntimeException e) {
      return false;
    }
  }

  @Override
  public void disconnect() {
    channel.shutdownNow();
  }
}
