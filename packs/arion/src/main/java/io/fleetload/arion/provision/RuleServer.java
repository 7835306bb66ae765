// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.grpc.ServerAccess;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection to the server of a profile, for watchers and provisioning. What answers comes on the
 * connection's own thread, which nothing may hold up for long.
 */
public final class RuleServer implements AutoCloseable {
  private static final long LONGEST_ANSWER_SECONDS = 10;

  private final ArionTarget target;
  private final ManagedChannel channel;
  private final io.grpc.Channel calls;

  /** Opens nothing yet: the connection begins with the first request. */
  public RuleServer(ArionTarget target) throws UsageException {
    this.target = target;
    ServerAccess access = ServerAccess.of(target);
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("dns:///" + target.server()).directExecutor();
    if (access.tls() == null) {
      builder.usePlaintext();
    } else {
      builder.sslContext(access.tls());
    }
    if (access.serverName() != null) {
      builder.overrideAuthority(access.serverName());
    }
    this.channel = builder.build();
    this.calls =
        ClientInterceptors.intercept(
            channel, MetadataUtils.newAttachHeadersInterceptor(access.metadata()));
  }

  /** Sends a request; the answer fails with a {@link io.grpc.StatusRuntimeException}. */
  public CompletableFuture<byte[]> send(ArionMethod method, byte[] request) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
    ClientCalls.asyncUnaryCall(
        calls.newCall(method.descriptor(), options),
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(byte[] message) {
            answer.complete(message);
          }

          @Override
          public void onError(Throwable why) {
            answer.completeExceptionally(why);
          }

          @Override
          public void onCompleted() {
            // Where there was an answer, it was there before.
            answer.completeExceptionally(
                Status.INTERNAL.withDescription("its answer is empty").asRuntimeException());
          }
        });
    return answer;
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws TargetException if the server is not there, or lacks the method, or refuses the request
   * @throws InterruptedException if the thread was interrupted
   */
  public byte[] ask(ArionMethod method, byte[] request)
      throws TargetException, InterruptedException {
    try {
      return send(method, request).get(2 * LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw trouble(method, e.getCause());
    } catch (TimeoutException e) {
      throw trouble(method, e);
    }
  }

  /** Opens a watch; the server pushes rules until it is cancelled. */
  public StreamObserver<byte[]> watch(StreamObserver<byte[]> rules) {
    return ClientCalls.asyncBidiStreamingCall(
        calls.newCall(ArionMethod.WATCH.descriptor(), CallOptions.DEFAULT), rules);
  }

  /** Message to the user for a request's failure. */
  public TargetException trouble(ArionMethod method, Throwable why) {
    Status status = Status.fromThrowable(why);
    return new TargetException(
        switch (status.getCode()) {
          case UNIMPLEMENTED ->
              "the server at %s has no method %s: it is no Arion master (target.server)"
                  .formatted(target.server(), method.fullName());
          case UNAVAILABLE ->
              "the server at %s is not reachable: %s (target.server)"
                  .formatted(target.server(), reason(status));
          default ->
              "the server at %s refuses %s: %s %s (target.server)"
                  .formatted(target.server(), method.fullName(), status.getCode(), reason(status));
        });
  }

  private static String reason(Status status) {
    Throwable cause = status.getCause();
    String reason = cause == null ? status.getDescription() : cause.getMessage();
    return reason == null ? "it does not say why" : reason.lines().findFirst().orElse("");
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
